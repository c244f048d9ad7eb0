import type { ErrorGroupDetails } from '@kindling/contract/error-log';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './error-log.module.css';
import { visibleText } from './visible-text.ts';

/** The stack of the newest event that has one. Lines of our scripts name the source once the server has found it. */
export function ErrorStack({ details }: { details: ErrorGroupDetails }) {
  const { t } = useText();
  const { group, stack, release } = details;
  const resolved = useQuery({
    ...query.errorLog.getStack.queryOptions({ input: { id: group.id } }),
    enabled: stack !== null,
  });
  if (stack === null) return null;
  const known = resolved.data?.lines ?? stack.split('\n').map((text) => ({ text, source: null }));
  const lines = known.map((line, at) => ({ ...line, key: `line ${at}` }));
  return (
    <section className={css.section}>
      <div className={css.sectionHead}>
        <h3>{t('admin-error-log:stack')}</h3>
        {release === null ? null : (
          <span className={css.release}>{t('admin-error-log:build', { name: visibleText(release) })}</span>
        )}
      </div>
      {resolved.data?.isEarlierBuild === true ? (
        <p className={css.hint}>{t('admin-error-log:earlierBuild')}</p>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={css.stack} tabIndex={0} aria-label={t('admin-error-log:stack')}>
        <pre data-foreign>
          {lines.map(({ key, text, source }) => (
            <code key={key} data-ours={source !== null || undefined}>
              {source === null
                ? visibleText(text)
                : `    ${source.name === null ? '' : `${visibleText(source.name)} `}${visibleText(source.file)}:${source.line}:${source.column}`}
            </code>
          ))}
        </pre>
      </section>
    </section>
  );
}
