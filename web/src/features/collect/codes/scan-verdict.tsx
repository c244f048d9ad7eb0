import type { ScanResult } from '@kindling/contract/scan-problems';
import { Loader } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './scan-verdict.module.css';

// locale-keys: codes.scan.*

/** Whether the picture scans, in words; each problem says what to change. */
export function ScanVerdict({ result }: { result: ScanResult | null }) {
  const { t } = useText();
  return (
    <div
      className={css.verdict}
      role="status"
      data-tone={result === null ? 'calm' : result.ok ? 'good' : 'bad'}
    >
      {result === null ? (
        <Loader size={16} />
      ) : result.ok ? (
        <IconCircleCheck size={20} aria-hidden />
      ) : (
        <IconCircleX size={20} aria-hidden />
      )}
      <div className={css.words}>
        {/* Keeps the height of the usual result, which may be longer than what is said before it. */}
        {result === null ? (
          <span className={css.room} aria-hidden>
            {t('codes:check.ok')}
          </span>
        ) : null}
        <span>
          {result === null
            ? t('codes:check.running')
            : t(result.ok ? 'codes:check.ok' : 'codes:check.refused')}
        </span>
        {result === null || result.ok ? null : (
          <ul className={css.problems}>
            {result.problems.map((problem) => (
              <li key={problem}>{t(`codes:scan.${problem}`)}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
