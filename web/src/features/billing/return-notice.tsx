import type { Billing } from '@kindling/contract/billing';
import { Button, CloseButton, Loader } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorText } from '../../ui/states.tsx';
import css from './plan-card.module.css';
import { usePlanWords } from './plan-words.ts';
import { useBilling } from './use-billing.ts';
import { useMoney } from './use-money.ts';
import { type Returned, useConfirmation } from './use-return.ts';

// locale-keys: billing.returned.bought.*

/** What became of the visit to the provider's page. */
export function ReturnNotice({ returned }: { returned: Returned }) {
  // Another key begins to ask again.
  const [round, setRound] = useState(0);
  return <Confirmed key={round} returned={returned} again={() => setRound(round + 1)} />;
}

function Confirmed({ returned, again }: { returned: Returned; again: () => void }) {
  const { t } = useText();
  const confirmation = useConfirmation(returned);
  if (returned === 'canceled')
    return (
      <Notice tone="info" title={t('billing:returned.canceledTitle')}>
        {t('billing:returned.canceled')}
      </Notice>
    );
  switch (confirmation.kind) {
    case 'asking':
      return returned === 'paid' ? <Asking /> : null;
    case 'known':
      if (returned === 'paid') return <Paid billing={confirmation.billing} />;
      return returned === 'card' ? <CardRead billing={confirmation.billing} /> : null;
    case 'later':
      return (
        <Notice tone="info" title={t('billing:returned.laterTitle')} action={<AskAgain onClick={again} />}>
          {t('billing:returned.later')}
        </Notice>
      );
    case 'failed':
      return (
        <Notice tone="bad" alert action={<AskAgain onClick={again} />}>
          <ErrorText error={confirmation.error} />
        </Notice>
      );
  }
}

function AskAgain({ onClick }: { onClick: () => void }) {
  const { t } = useText();
  return (
    <Button size="xs" variant="default" onClick={onClick}>
      {t('billing:returned.again')}
    </Button>
  );
}

function Asking() {
  const { t } = useText();
  return (
    <div className={css.asking} role="status">
      <Loader size={20} aria-hidden />
      <div>
        <strong className={css.outcome}>{t('billing:returned.askingTitle')}</strong>
        <p>{t('billing:returned.asking')}</p>
      </div>
    </div>
  );
}

/** What was bought, for how much, and what comes next; until somebody closes it, or changes the plan. */
function Paid({ billing: { state, subscription } }: { billing: Billing }) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const money = useMoney();
  const now = useBilling().data?.billing;
  const [isOver, setOver] = useState(false);
  const hasChanged =
    now !== undefined && (now.state !== state || now.subscription?.interval !== subscription?.interval);
  // For good: a plan that is canceled and resumed has not begun again.
  if (hasChanged && !isOver) setOver(true);
  if (subscription === null || isOver || hasChanged) return null;
  const { interval, price, periodEndsAt } = subscription;
  return (
    <div className={css.paid} role="status">
      <IconCircleCheck size={28} stroke={1.6} aria-hidden />
      <div>
        <strong className={css.outcome}>{t('billing:returned.paidTitle')}</strong>
        <p>
          {t(`billing:returned.bought.${interval}`, {
            price: money(price),
            day: dayOf(periodEndsAt),
          })}
        </p>
      </div>
      <LinkButton to="/invoices" variant="default" size="xs">
        {t('billing:returned.invoice')}
      </LinkButton>
      <CloseButton className={css.close} aria-label={t('common:close')} onClick={() => setOver(true)} />
    </div>
  );
}

function CardRead({ billing: { card } }: { billing: Billing }) {
  const { t } = useText();
  const words = usePlanWords();
  return (
    <Notice tone="info" alert>
      {card === null ? t('billing:returned.noCard') : t('billing:returned.card', { card: words.card(card) })}
    </Notice>
  );
}
