import { maxCodesAtOnce } from '@kindling/contract/code-files';
import type { ListedCode } from '@kindling/contract/codes';
import { funnelPeriods } from '@kindling/contract/funnel-periods';
import { pathOf } from '@kindling/contract/screens';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { currentLanguage, useText } from '../../../lib/i18n/text.ts';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { LinkButton } from '../../../ui/link-button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Page } from '../../../ui/page.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { designOf } from './code-picture.tsx';
import { CodeRow } from './code-row.tsx';
import css from './codes.module.css';
import { groupBySeries } from './group-by-series.ts';
import { useSaveFile } from './use-save-file.tsx';

// locale-keys: codes.list.days.*

type Period = (typeof funnelPeriods)[number];

/** All QR codes with what each brought. The order says nothing about people: newest first, a series as it was made. */
export function QrCodesScreen() {
  const { t } = useText();
  const words = useArea('print');
  const [days, setDays] = useState<Period>('30');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const list = useQuery(
    query.codes.list.queryOptions({ input: { kind: 'qr', days }, placeholderData: (before) => before }),
  );
  const error = list.data === undefined ? (list.error ?? words.error) : words.error;
  const codes = words.isSuccess ? list.data?.codes : undefined;
  const create = (
    <LinkButton to={pathOf('newQrCode')} leftSection={<IconPlus size={16} />}>
      {t('codes:create.title')}
    </LinkButton>
  );
  const toggle = (ids: readonly string[], on: boolean) =>
    setSelected((before) => {
      const next = new Set(before);
      for (const id of ids)
        if (on) next.add(id);
        else next.delete(id);
      return next;
    });
  return (
    <Page
      title={t('codes:list.title')}
      lead={t('codes:list.lead')}
      actions={codes !== undefined && codes.length > 0 ? create : null}
    >
      {error === null && codes === undefined ? (
        <div className={css.list} role="status" aria-label={t('common:loading')}>
          <Skeleton shape="card" framed height={104} />
          <Skeleton shape="card" framed height={104} />
        </div>
      ) : null}
      {error === null ? null : (
        <Panel>
          <ErrorState error={error} retry={() => void Promise.all([list.refetch(), words.refetch()])} />
        </Panel>
      )}
      {codes?.length === 0 ? (
        <Panel>
          <EmptyState
            icon={<IconQrcode size={22} />}
            title={t('codes:list.none')}
            text={t('codes:list.noneText')}
            action={create}
          />
        </Panel>
      ) : null}
      {codes === undefined || codes.length === 0 ? null : (
        <>
          <div className={css.bar}>
            <PrintSelected codes={codes} selected={selected} />
            <NativeSelect
              className={css.period}
              aria-label={t('codes:list.period')}
              data={funnelPeriods.map((one) => ({ value: one, label: t(`codes:list.days.${one}`) }))}
              value={days}
              onChange={({ currentTarget: { value } }) =>
                setDays(funnelPeriods.find((one) => one === value) ?? days)
              }
            />
          </div>
          {groupBySeries(codes).map(({ series, codes: own }) => (
            <section key={own[0]?.id} className={css.group}>
              {series === null ? null : (
                <SeriesHead
                  series={series}
                  codes={own}
                  selected={own.every(({ id }) => selected.has(id))}
                  onSelect={(on) =>
                    toggle(
                      own.map(({ id }) => id),
                      on,
                    )
                  }
                />
              )}
              <ul className={css.list} aria-label={series ?? t('codes:list.title')}>
                {own.map((code) => (
                  <CodeRow
                    key={code.id}
                    code={code}
                    design={designOf(code, list.data?.logos ?? [])}
                    selected={selected.has(code.id)}
                    onSelect={(on) => toggle([code.id], on)}
                  />
                ))}
              </ul>
            </section>
          ))}
        </>
      )}
    </Page>
  );
}

/** A sheet to print with the selected codes; without a selection it says how to get one. */
function PrintSelected({ codes, selected }: { codes: readonly ListedCode[]; selected: ReadonlySet<string> }) {
  const { t, i18n } = useText();
  const save = useSaveFile();
  const ids = codes.filter(({ id }) => selected.has(id)).map(({ id }) => id);
  if (ids.length === 0) return <p className={css.hint}>{t('codes:list.selectHint')}</p>;
  if (ids.length > maxCodesAtOnce)
    return <Notice tone="warn">{t('codes:list.tooMany', { most: maxCodesAtOnce })}</Notice>;
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} />}
      loading={save.isPending}
      onClick={() =>
        save.mutate({
          request: { ids, file: 'sheet', language: currentLanguage(i18n) },
          name: t('codes:list.title'),
        })
      }
    >
      {t('codes:list.printSelected', { count: ids.length })}
    </Button>
  );
}

interface SeriesHeadProps {
  series: string;
  codes: readonly ListedCode[];
  selected: boolean;
  onSelect: (on: boolean) => void;
}

function SeriesHead({ series, codes, selected, onSelect }: SeriesHeadProps) {
  const { t } = useText();
  return (
    <header className={css.seriesHead}>
      <h2 className={css.series}>{series}</h2>
      <span className={css.seriesCount}>{t('codes:list.count', { count: codes.length })}</span>
      <Button size="compact-sm" variant="subtle" onClick={() => onSelect(!selected)}>
        {t(selected ? 'codes:list.selectNone' : 'codes:list.selectAll')}
      </Button>
    </header>
  );
}
