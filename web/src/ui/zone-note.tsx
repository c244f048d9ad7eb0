import { useText } from '../lib/i18n/text.ts';
import { viewerZone } from '../lib/i18n/viewer-zone.ts';
import css from './zone-note.module.css';

/** Names the zone once for all times of a list, which are in the viewer's own. */
export function ZoneNote() {
  const { t } = useText();
  return <p className={css.note}>{t('common:zone', { zone: viewerZone().replaceAll('_', ' ') })}</p>;
}
