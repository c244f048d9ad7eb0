import type { Billing } from '@kindling/contract/billing';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeButton } from './change-dialog.tsx';
import css from './plan-card.module.css';
import { otherInterval } from './plan-words.ts';
import { useBillingMutation } from './use-billing.ts';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** The buttons of the plan: the main one first, and at the end how to leave it. */
export function PlanActions({ billing }: { billing: Billing }) {
  const { t } = useText();
  const { state, subscription, withdrawal } = billing;
  if (subscription === null)
    return (
      <footer className={css.actions}>
        {state === 'free' ? (
          <LinkButton to="/subscriptions" variant="default">
            {t('billing:plan.includes')}
          </LinkButton>
        ) : (
          <LinkButton to="/subscriptions">
            {t(state === 'ended' ? 'plan.upgrade' : 'billing:plan.choose')}
          </LinkButton>
        )}
      </footer>
    );
  const mayChange = state === 'active' && subscription.mayChange && subscription.pendingChange === null;
  return (
    <footer className={css.actions}>
      {state === 'canceled' ? <ResumeButton billing={billing} /> : null}
      {mayChange ? <ChangeButton to={otherInterval[subscription.interval]} variant="default" /> : null}
      <span className={css.leave}>
        {withdrawal === null ? null : <WithdrawButton withdrawal={withdrawal} />}
        {state === 'canceled' ? null : <CancelButton billing={billing} />}
      </span>
    </footer>
  );
}

function ResumeButton({ billing: { subscription } }: { billing: Billing }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const day = dayOf(subscription?.periodEndsAt ?? '');
  const resume = useBillingMutation(
    () => client.billing.resume({}),
    () => toast({ tone: 'good', message: t('billing:plan.resumed', { day }) }),
  );
  return (
    <>
      <Button loading={resume.isPending} onClick={resume.send}>
        {t('billing:plan.resume')}
      </Button>
      {resume.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={resume.error} />
        </Notice>
      )}
    </>
  );
}

function CancelButton({ billing }: { billing: Billing }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setOpened(true)}>
        {t('billing:cancel.open')}
      </Button>
      <CancelDialog billing={billing} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}

function WithdrawButton({ withdrawal }: { withdrawal: NonNullable<Billing['withdrawal']> }) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="subtle" color="gray" onClick={() => setOpened(true)}>
        {t('billing:withdraw.open')}
      </Button>
      <WithdrawDialog withdrawal={withdrawal} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
