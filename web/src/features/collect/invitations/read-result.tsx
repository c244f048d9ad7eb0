import { requestLimits } from '@kindling/contract/review-request-limits';
import { IconCircleCheck } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './new.module.css';
import { leftOutReasons, type ReadReport } from './use-people.ts';

// locale-keys: invitations.people.leftOut.*

/** What was recognized in a list, and what was left out and why. */
export function ReadResult({ report }: { report: ReadReport }) {
  const { t } = useText();
  const reasons = leftOutReasons.filter((reason) => report.leftOut[reason].count > 0);
  return (
    <div className={css.report}>
      <p className={css.added} data-some={report.added > 0 || undefined}>
        {report.added > 0 ? <IconCircleCheck size={18} stroke={1.8} aria-hidden /> : null}
        {report.added > 0
          ? t('invitations:people.added', { count: report.added })
          : t('invitations:people.nothingAdded')}
      </p>
      {reasons.length === 0 ? null : (
        <>
          <p className={css.leftOutTitle}>{t('invitations:people.leftOutTitle')}</p>
          <ul className={css.leftOut}>
            {reasons.map((reason) => (
              <li key={reason}>
                {t(`invitations:people.leftOut.${reason}`, {
                  count: report.leftOut[reason].count,
                  days: requestLimits.restDays,
                  most: requestLimits.recipients,
                })}
                <Lines {...report.leftOut[reason]} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Lines({ count, first }: ReadReport['leftOut']['doubled']) {
  const { t } = useText();
  if (first.length === 0) return null;
  return (
    <details className={css.lines}>
      <summary>{t('invitations:people.show')}</summary>
      <ul>
        {first.map(({ line, text }) => (
          <li key={`${line} ${text}`}>
            <span>{t('invitations:people.line', { line })}</span> <bdi>{text}</bdi>
          </li>
        ))}
        {count > first.length ? (
          <li>{t('invitations:people.more', { count: count - first.length })}</li>
        ) : null}
      </ul>
    </details>
  );
}
