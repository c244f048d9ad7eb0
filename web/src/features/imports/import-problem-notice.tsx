import type { ImportDetail } from '@kindling/contract/imports';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Notice } from '../../ui/notice.tsx';

// locale-keys: imports.problem.*

/** Why the files, or the last parse options, could not be read. */
export function ImportProblemNotice({ detail }: { detail: ImportDetail }) {
  const { t, i18n } = useText();
  if (detail.problem === null) return null;
  return (
    <Notice tone="bad" title={t('imports:problem.title')}>
      {t(`imports:problem.${detail.problem}`)}
      {detail.problemLine === null
        ? null
        : ` ${t('imports:problem.line', { line: formatNumber(detail.problemLine, i18n.language) })}`}
    </Notice>
  );
}
