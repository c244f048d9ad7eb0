import type { ErrorChange } from '@kindling/contract/error-log';
import { formatMoment } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './error-log.module.css';
import { visibleText } from './visible-text.ts';

// locale-keys: admin-error-log.changed.*

/** Who changed the state, when and why. */
export function ErrorHistory({ changes }: { changes: readonly ErrorChange[] }) {
  const { t, i18n } = useText();
  if (changes.length === 0) return null;
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h3>{t('admin-error-log:history')}</h3>
      </div>
      <ol className={css.samples}>
        {changes.map(({ id, at, state, returned, by, note }) => (
          <li key={id}>
            <time dateTime={at}>{formatMoment(at, i18n.language)}</time>
            <div className={css.sampleFacts}>
              <span>
                {returned
                  ? t('admin-error-log:returned')
                  : t(`admin-error-log:changed.${state}`, { who: by ?? t('admin-error-log:formerAdmin') })}
              </span>
              {note === '' ? null : (
                <span className={css.noteText} data-foreign>
                  {note.split('\n').map(visibleText).join('\n')}
                </span>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
