import type { ImportDetail } from '@kindling/contract/imports';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

// locale-keys: imports.problem.*

/** Why the files, or the last way in which they were read, cannot be read. */
export function ImportProblemNotice({ told }: { told: ImportDetail }) {
  const { t, i18n } = useText();
  if (told.problem === null) return null;
  return (
    <Notice tone="bad" title={t('imports:problem.title')}>
      {t(`imports:problem.${told.problem}`)}
      {told.problemLine === null
        ? null
        : ` ${t('imports:problem.line', { line: formatNumber(told.problemLine, i18n.language) })}`}
    </Notice>
  );
}
