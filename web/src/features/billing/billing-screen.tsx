import type { Billing } from '@kindling/contract/billing';
import { Button } from '@mantine/core';
import { IconArrowRight, IconFileInvoice } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './billing.module.css';
import { BillingPage } from './billing-page.tsx';
import { PlanCard } from './plan-card.tsx';
import { PlanNotice } from './plan-notice.tsx';
import { ProcessingSection } from './processing-section.tsx';
import { RecipientSection } from './recipient-section.tsx';
import { ReturnNotice } from './return-notice.tsx';
import { usePortal } from './use-billing.ts';
import { useReturn } from './use-return.ts';

/** The plan, its payment, to whom invoices are written, and the contract on processing. */
export function BillingScreen() {
  const { t } = useText();
  const returned = useReturn();
  return (
    <BillingPage
      title={t('billing:title')}
      lead={t('billing:lead')}
      before={returned === null ? null : <ReturnNotice returned={returned} />}
      height={280}
    >
      {(billing) => <Sections billing={billing} />}
    </BillingPage>
  );
}

function Sections({ billing }: { billing: Billing }) {
  return (
    <>
      <PlanNotice billing={billing} />
      <PlanCard billing={billing} />
      <Documents billing={billing} />
      <div className={css.pair}>
        <RecipientSection hasCustomer={billing.hasCustomer} />
        <ProcessingSection processing={billing.processing} />
      </div>
    </>
  );
}

/** Where invoices and everything else about payments are. */
function Documents({ billing: { hasCustomer } }: { billing: Billing }) {
  const { t } = useText();
  const portal = usePortal();
  if (!hasCustomer) return null;
  return (
    <div className={css.documents}>
      <LinkButton to="/invoices" variant="default" leftSection={<IconFileInvoice size={16} aria-hidden />}>
        {t('billing:allInvoices')}
      </LinkButton>
      <Button
        variant="subtle"
        color="gray"
        classNames={{ root: css.whole, label: css.wholeWords }}
        rightSection={<IconArrowRight size={16} aria-hidden />}
        loading={portal.isPending}
        onClick={() => portal.mutate('overview')}
      >
        {t('billing:overview')}
      </Button>
      {portal.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={portal.error} />
        </Notice>
      )}
    </div>
  );
}
