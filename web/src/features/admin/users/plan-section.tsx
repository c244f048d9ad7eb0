import type { AdminAccount } from '@kindling/contract/admin-users';
import { formatMoney } from '@kindling/contract/money';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { KeyValues } from '../ui/key-values.tsx';
import { GiftDialog, TakeBackDialog, TrialDialog } from './plan-dialogs.tsx';
import { PlanTag } from './plan-tag.tsx';
import css from './users.module.css';

type Plan = NonNullable<AdminAccount['plan']>;

/** The plan of an account, what was paid, and what the operator gives. Nothing on an installation without plans. */
export function PlanSection({ account }: { account: AdminAccount }) {
  const { t } = useText();
  const [open, setOpen] = useState<'trial' | 'gift' | 'take-back' | null>(null);
  const { plan } = account;
  if (plan === null) return null;
  const close = () => setOpen(null);
  return (
    <section className={css.section}>
      <h5 className={css.sectionHead}>
        {t('admin-users:column.plan')}
        <PlanTag account={{ plan: plan.state, planEndsAt: plan.endsAt }} />
      </h5>
      <PlanFacts plan={plan} />
      <div className={css.actions}>
        <Button variant="default" size="xs" onClick={() => setOpen('trial')}>
          {t('admin-users:trial.open')}
        </Button>
        <Button variant="default" size="xs" onClick={() => setOpen('gift')}>
          {t(plan.gift === null ? 'admin-users:gift.open' : 'admin-users:gift.change')}
        </Button>
        {plan.gift === null ? null : (
          <Button variant="default" size="xs" onClick={() => setOpen('take-back')}>
            {t('admin-users:gift.takeBack')}
          </Button>
        )}
      </div>
      {open === 'trial' ? <TrialDialog account={account} plan={plan} onClose={close} /> : null}
      {open === 'gift' ? <GiftDialog account={account} plan={plan} onClose={close} /> : null}
      {open === 'take-back' && plan.gift !== null ? (
        <TakeBackDialog account={account} gift={plan.gift} onClose={close} />
      ) : null}
    </section>
  );
}

function PlanFacts({ plan }: { plan: Plan }) {
  const { t, i18n } = useText();
  const { language } = i18n;
  const day = (at: string | null) => (at === null ? null : formatDay(at, language));
  const { gift, subscription, payments } = plan;
  return (
    <KeyValues
      rows={[
        [t('admin-users:plan.trialEnd'), day(plan.trialEndsAt)],
        [
          t('admin-users:plan.gift'),
          gift === null
            ? null
            : gift.until === null
              ? t('admin-users:plan.giftForever', { since: day(gift.since) })
              : t('admin-users:plan.giftUntil', { since: day(gift.since), until: day(gift.until) }),
        ],
        [
          t('admin-users:plan.subscription'),
          subscription === null ? null : (
            <span key="subscription">
              <code className={css.code}>{subscription.status}</code>{' '}
              {subscription.price === null ? null : formatMoney(subscription.price, language)}{' '}
              <span className={css.muted}>{subscription.interval}</span>
            </span>
          ),
        ],
        [t('admin-users:plan.periodEnd'), day(subscription?.periodEndsAt ?? null)],
        [t('admin-users:plan.cancelAt'), day(subscription?.cancelAt ?? null)],
        ...payments.map(({ currency, invoices, paid, refunded, lastPaidAt }) => {
          const money = (amount: number) => formatMoney({ amount, currency }, language);
          return [
            t('admin-users:plan.paid', { currency }),
            <span key={currency}>
              {money(paid)}{' '}
              <span className={css.muted}>
                {t('admin-users:plan.invoices', { count: invoices })}
                {refunded === 0 ? '' : ` · ${t('admin-users:plan.refunded', { amount: money(refunded) })}`}
                {lastPaidAt === null ? '' : ` · ${day(lastPaidAt)}`}
              </span>
            </span>,
          ] as const;
        }),
      ]}
    />
  );
}
