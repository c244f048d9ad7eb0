import type { ImportDetail } from '@kindling/contract/imports';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { formatNumber } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { downloadCsv, toCsv } from './csv-download.ts';
import css from './imports.module.css';

// locale-keys: imports.fault.*

/** Rows shown on the screen; the download has up to 1,000. */
const maxShownRows = 50;

export function RowErrors({ detail }: { detail: ImportDetail }) {
  const { t, i18n } = useText();
  const hasErrors = detail.invalid > 0;
  const list = useQuery({
    ...query.imports.faults.queryOptions({ input: { id: detail.id } }),
    enabled: hasErrors,
  });
  if (!hasErrors) return null;
  if (list.isPending) return <Skeleton shape="table" height={160} />;
  if (list.data === undefined) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  const { faults } = list.data;
  const headings = [
    t('imports:faults.line'),
    t('imports:faults.column'),
    t('imports:faults.value'),
    t('imports:faults.what'),
  ];
  const download = () =>
    downloadCsv(
      `${t('imports:faults.fileName')}.csv`,
      toCsv([
        headings,
        ...faults.map(({ line, column, value, fault }) => [
          String(line),
          column ?? '',
          value,
          t(`imports:fault.${fault}`),
        ]),
      ]),
    );
  const shown = faults.slice(0, maxShownRows);
  return (
    <section className={css.faults} aria-labelledby="import-faults">
      <div className={css.faultsHead}>
        <h3 id="import-faults">{t('imports:faults.title')}</h3>
        <Button size="xs" variant="default" leftSection={<IconDownload size={14} />} onClick={download}>
          {t('imports:faults.download')}
        </Button>
      </div>
      <table className={css.table}>
        <thead>
          <tr>
            {headings.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={`${row.line}-${row.fault}`}>
              <th scope="row" className="k-num">
                {formatNumber(row.line, i18n.language)}
              </th>
              <td data-foreign>{row.column}</td>
              <td data-foreign className={css.value}>
                {row.value}
              </td>
              <td>{t(`imports:fault.${row.fault}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {detail.invalid > shown.length ? (
        <p className={css.muted}>
          {t('imports:faults.shown', {
            count: detail.invalid,
            shown: formatNumber(shown.length, i18n.language),
            value: formatNumber(detail.invalid, i18n.language),
          })}
        </p>
      ) : null}
    </section>
  );
}
