import type { ImportDetail } from '@kindling/contract/imports';
import { formatList } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { findUnmappedColumns } from './draft-settings.ts';
import css from './imports.module.css';

/** The names of columns that are not imported. */
export function UnmappedColumns({
  detail,
  mapping,
}: {
  detail: ImportDetail;
  mapping: Record<string, number | null>;
}) {
  const { t, i18n } = useText();
  const names = findUnmappedColumns(detail, mapping).map(
    ({ column, index }) => column.name || t('imports:describe.column', { number: index + 1 }),
  );
  if (names.length === 0) return null;
  return (
    <p className={css.muted}>
      {t('imports:describe.leftOut')}{' '}
      <span data-foreign className={css.names}>
        {formatList(names, i18n.language, 'unit')}
      </span>
    </p>
  );
}
