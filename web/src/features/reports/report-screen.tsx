import { monthSchema, reportPdfPath } from '@kindling/contract/reports';
import { ActionIcon, Button, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { query } from '../../lib/api/client.ts';
import { saveFromApi } from '../../lib/api/save-from-api.ts';
import { formatMonth } from '../../lib/i18n/formats.ts';
import { currentLanguage, useText } from '../../lib/i18n/text.ts';
import { useToday } from '../../lib/i18n/use-today.ts';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './report.module.css';
import { ReportSheet } from './report-sheet.tsx';

/** Months that the choice offers, the running one first; the address takes any. */
const offeredMonths = 24;

/** A month of the account or of one business, to read, print and save. The choice is in the address. */
export function ReportScreen() {
  const { t, i18n } = useText();
  const { month, businessId, choose } = useChoice();
  const report = useQuery(query.reports.monthly.queryOptions({ input: { month, businessId } }));
  const name = formatMonth(month, i18n.language, 'long');
  return (
    <div className={css.screen}>
      <Page
        title={`${t('report:title')}: ${name}`}
        actions={
          <div className={css.actions}>
            <Button
              variant="default"
              leftSection={<IconPrinter size={16} aria-hidden />}
              disabled={!report.isSuccess}
              onClick={() => window.print()}
            >
              {t('report:print')}
            </Button>
            <PdfButton month={month} businessId={businessId} disabled={!report.isSuccess} />
          </div>
        }
      >
        <Choice month={month} businessId={businessId} choose={choose} />
        {report.isPending ? <Waiting /> : null}
        {report.isError ? <ErrorState error={report.error} retry={() => void report.refetch()} /> : null}
        {report.isSuccess ? <ReportSheet report={report.data.report} /> : null}
      </Page>
    </div>
  );
}

interface Chosen {
  month: string;
  businessId: string | undefined;
}

function useChoice(): Chosen & { choose: (change: Partial<Chosen>) => void } {
  const [fields, setFields] = useSearchParams();
  const running = useRunningMonth();
  const month = monthSchema.safeParse(fields.get('month')).data ?? shifted(running, -1);
  const businessId = fields.get('business') ?? undefined;
  return {
    month,
    businessId,
    choose: (change) =>
      setFields((before) => {
        const next = new URLSearchParams(before);
        const chosen = { month, businessId, ...change };
        next.set('month', chosen.month);
        if (chosen.businessId === undefined) next.delete('business');
        else next.set('business', chosen.businessId);
        return next;
      }),
  };
}

/** The month that runs in the account's time zone, whose days the report counts. */
function useRunningMonth(): string {
  return useToday().slice(0, 7);
}

function shifted(month: string, by: number): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + by);
  return at.toISOString().slice(0, 7);
}

function Choice({ month, businessId, choose }: Chosen & { choose: (change: Partial<Chosen>) => void }) {
  const { t, i18n } = useText();
  const businesses = useQuery(query.businesses.list.queryOptions({ input: {} }));
  const known = businesses.data?.businesses ?? [];
  const running = useRunningMonth();
  const months = Array.from({ length: offeredMonths }, (_, index) => shifted(running, -index));
  const offered = months.includes(month) ? months : [month, ...months].sort().reverse();
  return (
    <div className={css.choice}>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('report:previousMonth')}
        onClick={() => choose({ month: shifted(month, -1) })}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <NativeSelect
        aria-label={t('report:month')}
        value={month}
        onChange={(event) => choose({ month: event.currentTarget.value })}
        data={offered.map((value) => ({ value, label: formatMonth(value, i18n.language, 'long') }))}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('report:nextMonth')}
        disabled={month >= running}
        onClick={() => choose({ month: shifted(month, 1) })}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      {known.length < 2 ? null : (
        <NativeSelect
          className={css.business}
          aria-label={t('report:business')}
          value={businessId ?? ''}
          onChange={(event) => choose({ businessId: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('report:allBusinesses') },
            ...known.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </div>
  );
}

function PdfButton({ month, businessId, disabled }: Chosen & { disabled: boolean }) {
  const { t, i18n } = useText();
  const save = useMutation({
    mutationFn: () =>
      saveFromApi(
        reportPdfPath,
        { month, language: currentLanguage(i18n), ...(businessId === undefined ? {} : { businessId }) },
        `report-${month}.pdf`,
      ),
    onError: (error) =>
      toast({
        tone: 'bad',
        title: t('report:pdfFailed'),
        message: <ErrorText error={error} />,
        sticky: true,
      }),
  });
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={save.isPending}
      disabled={disabled}
      onClick={() => save.mutate()}
    >
      {t('report:pdf')}
    </Button>
  );
}

function Waiting() {
  return (
    <div className={css.sheet} aria-hidden="true">
      <Skeleton shape="figures" height={96} mb={32} />
      <Skeleton shape="chart" height={220} mb={32} />
      <Skeleton shape="table" height={180} />
    </div>
  );
}
