import { Component, createRef } from 'preact';
import { adopt } from '../adopt';
import { type BattleData, groundAddress } from '../api';
import { t } from '../i18n';
import { dark } from '../state';
import { turnWords } from './flip';

const styled = /<style>([^<]*)<\/style>/;

/** The ground of a battle, as the server draws it. It is set once and never redrawn. The style within the drawing is added to that of the page. */
export class MapLayer extends Component<{ battle: BattleData; turned?: boolean }> {
  shouldComponentUpdate(next: { battle: BattleData }): boolean {
    return next.battle !== this.props.battle;
  }

  #sheet = createRef<HTMLDivElement>();
  #turned = false;
  #unstyle = () => {};

  componentDidMount(): void {
    this.componentDidUpdate();
  }

  componentWillUnmount(): void {
    this.#unstyle();
  }

  componentDidUpdate(): void {
    this.#unstyle();
    this.#unstyle = adopt(this.props.battle.ground.match(styled)?.[1] ?? '');
    const { turned = false } = this.props;
    if (this.#sheet.current && (turned || this.#turned)) turnWords(this.#sheet.current, turned);
    this.#turned = turned;
  }

  render({ battle, turned }: { battle: BattleData; turned?: boolean }) {
    return <div ref={this.#sheet} class={turned ? 'sheet turned' : 'sheet'} aria-hidden="true" dangerouslySetInnerHTML={{ __html: battle.ground.replace(styled, '') }} />;
  }
}

/** A small picture of the map, for cards. */
export function MapPicture({ battle, name, options }: { battle: string; name: string; options?: readonly string[] }) {
  return <img class="map-picture" src={groundAddress(battle, 'picture', options, undefined, dark.value)} alt={t('board.picture', { battle: name })} />;
}
