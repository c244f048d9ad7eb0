import type { Invoice } from '@kindling/contract/billing';
import { Button } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { pagedListOptions } from '../../lib/api/paged-list-options.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState, ErrorText } from '../../ui/states.tsx';
import css from './billing.module.css';
import { InvoiceRow } from './invoice-row.tsx';
import listCss from './invoices.module.css';
import { SimulatedLine } from './simulated-line.tsx';

function useInvoices() {
  return useInfiniteQuery(
    query.billing.listInvoices.infiniteOptions({
      input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
      initialPageParam: undefined,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      ...pagedListOptions,
    }),
  );
}

/** The invoices of the account, newest first. */
export function InvoicesScreen() {
  const { t } = useText();
  const list = useInvoices();
  const invoices = list.data?.pages.flatMap(({ items }) => items);
  return (
    <Page title={t('billing:invoices.title')} lead={t('billing:invoices.lead')}>
      <div className={css.stack}>
        <SimulatedLine />
        {list.isPending ? <Skeleton shape="table" framed height={320} /> : null}
        {invoices === undefined && list.error !== null ? (
          <Panel>
            <ErrorState error={list.error} retry={() => void list.refetch()} />
          </Panel>
        ) : null}
        {invoices === undefined ? null : <Invoices invoices={invoices} />}
        {list.isFetchNextPageError ? (
          <Notice tone="bad" alert>
            <ErrorText error={list.error} />
          </Notice>
        ) : null}
        {list.hasNextPage ? (
          <div className={listCss.more}>
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('billing:invoices.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </Page>
  );
}

function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const { t } = useText();
  if (invoices.length === 0)
    return (
      <Panel>
        <EmptyState
          icon={<IconFileInvoice size={22} />}
          title={t('billing:invoices.emptyTitle')}
          text={t('billing:invoices.empty')}
          action={
            <LinkButton to="/billing" variant="default">
              {t('billing:subscription.manage')}
            </LinkButton>
          }
        />
      </Panel>
    );
  return (
    <div className={listCss.invoices}>
      <table>
        <caption className="k-hidden">{t('billing:invoices.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('billing:invoices.number')}</th>
            <th scope="col">{t('billing:invoices.date')}</th>
            <th scope="col">{t('billing:invoices.status')}</th>
            <th scope="col" className={listCss.amount}>
              {t('billing:invoices.amount')}
            </th>
            <th scope="col">
              <span className="k-hidden">{t('billing:invoices.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invoices.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
