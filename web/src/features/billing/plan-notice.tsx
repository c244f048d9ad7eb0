import type { Billing } from '@kindling/contract/billing';
import { embedDaysAfterEnd } from '@kindling/contract/plans';
import { Button, Group } from '@mantine/core';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { leaveTo } from '../../lib/leave-to.ts';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { usePortal } from './use-billing.ts';
import { useMoney } from './use-money.ts';
import { useOpenInvoice } from './use-open-invoice.ts';

// locale-keys: billing.pending.*

const dayMs = 86_400_000;

/** What has to be done about the plan, or what has stopped. */
export function PlanNotice({ billing }: { billing: Billing }) {
  if (billing.subscription?.pendingChange != null)
    return <PendingChange change={billing.subscription.pendingChange} />;
  if (billing.state === 'past_due') return <PastDue billing={billing} />;
  return billing.state === 'ended' ? <Ended billing={billing} /> : null;
}

type Pending = NonNullable<NonNullable<Billing['subscription']>['pendingChange']>;

function PendingChange({ change: { interval, payAt, until } }: { change: Pending }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  return (
    <Notice
      tone="warn"
      title={t(`billing:pending.${interval}`)}
      action={
        <Button size="xs" onClick={() => leaveTo(payAt)}>
          {t('billing:confirmAtBank')}
        </Button>
      }
    >
      {t('billing:pendingText', { day: dayOf(until) })}
    </Notice>
  );
}

/** The card is not named: the failed payment may have been tried with one that was replaced since. */
function PastDue({ billing: { subscription } }: { billing: Billing }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const money = useMoney();
  const portal = usePortal();
  if (subscription === null) return null;
  const amount = money(subscription.openInvoice?.due ?? subscription.price);
  const failed = t('billing:pastDue.failed', { amount });
  const next =
    subscription.nextAttemptAt === null
      ? t('billing:pastDue.last')
      : t('billing:pastDue.next', { day: dayOf(subscription.nextAttemptAt) });
  return (
    <Notice
      tone="bad"
      title={t('billing:pastDue.title')}
      action={
        <Group gap="xs">
          {subscription.openInvoice === null ? null : <PayNow invoiceId={subscription.openInvoice.id} />}
          <Button
            size="xs"
            variant="default"
            loading={portal.isPending && portal.variables === 'card'}
            onClick={() => portal.mutate('card')}
          >
            {t('billing:plan.changeCard')}
          </Button>
        </Group>
      }
    >
      {portal.error === null ? `${failed} ${next}` : <ErrorText error={portal.error} />}
    </Notice>
  );
}

/** Opens the provider's page of the invoice, on which any card pays it. */
function PayNow({ invoiceId }: { invoiceId: string }) {
  const { t } = useText();
  const { busy, error, blocked, open } = useOpenInvoice(invoiceId);
  if (blocked !== null)
    return (
      <Button size="xs" component="a" href={blocked} target="_blank" rel="noopener noreferrer">
        {t('billing:pastDue.pay')}
      </Button>
    );
  return (
    <>
      <Button size="xs" loading={busy !== null} onClick={() => open('page')}>
        {t('billing:pastDue.pay')}
      </Button>
      {error === null ? null : <ErrorText error={error} />}
    </>
  );
}

function Ended({ billing: { endsAt, deletionOn, subscription } }: { billing: Billing }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const linkFrom =
    endsAt === null ? null : new Date(Date.parse(endsAt) + embedDaysAfterEnd * dayMs).toISOString();
  return (
    <Notice
      tone="bad"
      title={t('billing:ended.title')}
      action={subscription?.openInvoice == null ? null : <PayNow invoiceId={subscription.openInvoice.id} />}
    >
      {t('billing:ended.stopped')}{' '}
      {linkFrom === null ? null : `${t('billing:ended.embeds', { day: dayOf(linkFrom) })} `}
      {t('billing:ended.codes')}{' '}
      {deletionOn === null ? null : (
        <strong>{t('billing:ended.deletion', { day: dayOf(deletionOn) })}</strong>
      )}
    </Notice>
  );
}
