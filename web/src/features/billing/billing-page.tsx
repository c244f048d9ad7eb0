import type { Billing } from '@kindling/contract/billing';
import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import css from './billing.module.css';
import { SimulatedLine } from './simulated-line.tsx';
import { useBilling } from './use-billing.ts';

interface BillingPageProps {
  title: string;
  lead?: string;
  back?: ReactNode;
  /** Above what has to load first. */
  before?: ReactNode;
  /** Pixels that the content is about as tall as. */
  height: number;
  children: (billing: Billing) => ReactNode;
}

/** The frame of a screen that needs the plan of the account: loading, failed, loaded. */
export function BillingPage({ title, lead, back, before, height, children }: BillingPageProps) {
  const { data, error, isPending, refetch } = useBilling();
  return (
    <Page title={title} {...(lead === undefined ? {} : { lead })} {...(back === undefined ? {} : { back })}>
      <div className={css.stack}>
        <SimulatedLine />
        {before}
        {isPending ? <Skeleton shape="form" framed height={height} /> : null}
        {data === undefined && error !== null ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : null}
        {data === undefined ? null : children(data.billing)}
      </div>
    </Page>
  );
}
