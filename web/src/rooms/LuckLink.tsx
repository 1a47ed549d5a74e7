import { t } from '../i18n';
import { toLuck } from '../route';

/** The link to the luck of a finished game. */
export function LuckLink({ id }: { id: string }) {
  return (
    <a class="button small" href={toLuck(id)}>
      {t('luck.open')}
    </a>
  );
}
