import { Component } from 'preact';
import { type BattleData, groundAddress } from '../api';
import { t } from '../i18n';

/** The ground of a battle, as the server draws it. It is set once and never redrawn. */
export class MapLayer extends Component<{ battle: BattleData }> {
  shouldComponentUpdate(next: { battle: BattleData }): boolean {
    return next.battle !== this.props.battle;
  }

  render({ battle }: { battle: BattleData }) {
    return <div class="sheet" aria-hidden="true" dangerouslySetInnerHTML={{ __html: battle.ground }} />;
  }
}

/** A small picture of the map, for cards. */
export function MapPicture({ battle, name, options }: { battle: string; name: string; options?: readonly string[] }) {
  return <img class="map-picture" src={groundAddress(battle, 'picture', options)} alt={t('board.picture', { battle: name })} />;
}
