import type { BillingInterval, ChangePreview, Money } from '@kindling/contract/billing';
import { Button, type ButtonProps, Group, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './billing.module.css';
import { OrderButton } from './order-button.tsx';
import { usePlanWords } from './plan-words.ts';
import { useBilling, useBillingMutation } from './use-billing.ts';
import { useMoney } from './use-money.ts';

// locale-keys: billing.change.to.*
// locale-keys: billing.change.done.*

interface ChangeButtonProps extends ButtonProps {
  to: BillingInterval;
}

/** Opens the dialog in which the plan changes to the other interval. */
export function ChangeButton({ to, ...rest }: ChangeButtonProps) {
  const { t } = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button {...rest} onClick={() => setOpened(true)}>
        {t(`billing:change.to.${to}`)}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t(`billing:change.to.${to}`)}
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <Preview to={to} onClose={() => setOpened(false)} />
      </Modal>
    </>
  );
}

/** What the change costs, as the payment provider calculates it when the dialog opens. */
function Preview({ to, onClose }: { to: BillingInterval; onClose: () => void }) {
  const { t } = useText();
  const { data, error, isFetching, refetch } = useQuery(
    query.billing.previewChange.queryOptions({
      input: { interval: to },
      // The calculation is that of this moment, so the last one is never shown again.
      gcTime: 0,
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnReconnect: false,
    }),
  );
  if (error !== null && !isFetching) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined)
    return (
      <div role="status">
        <span className="k-hidden">{t('common:loading')}</span>
        <Skeleton shape="text" height={236} />
      </div>
    );
  return <Confirmation preview={data.preview} onClose={onClose} calculateAgain={() => void refetch()} />;
}

interface ConfirmationProps {
  preview: ChangePreview;
  onClose: () => void;
  calculateAgain: () => void;
}

function Confirmation({ preview, onClose, calculateAgain }: ConfirmationProps) {
  const { t } = useText();
  const { interval, dueNow, calculatedAt } = preview;
  const dayOf = useAccountDay();
  const isCharged = dueNow.amount > 0;
  const change = useBillingMutation(
    async () => {
      const terms = { interval, dueNow: dueNow.amount, currency: dueNow.currency, calculatedAt };
      return client.billing.change(terms).catch((error: unknown) => {
        calculateAgain();
        throw error;
      });
    },
    ({ subscription }) => {
      onClose();
      // A change that waits for the bank has its own notice.
      if (subscription?.interval === interval)
        toast({ tone: 'good', message: t(`billing:change.done.${interval}`) });
    },
  );
  return (
    <>
      <Sums preview={preview} />
      <Text size="sm" c="dimmed" mt="md">
        {t('billing:change.text', { day: dayOf(preview.periodEndsAt) })}
      </Text>
      {isCharged ? <Charge /> : null}
      {change.error === null ? null : (
        <Notice tone="bad" alert>
          <ErrorText error={change.error} />
        </Notice>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} disabled={change.isPending}>
          {t('common:cancel')}
        </Button>
        <OrderButton onClick={change.send} loading={change.isPending}>
          {isCharged ? t('billing:order.button') : t(`billing:change.to.${interval}`)}
        </OrderButton>
      </Group>
    </>
  );
}

/** Which card pays the change, and how long the order can be taken back. */
function Charge() {
  const { t } = useText();
  const words = usePlanWords();
  const card = useBilling().data?.billing.card ?? null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {card === null ? null : `${t('billing:change.paidWith', { card: words.card(card) })} `}
      {t('billing:change.withdraw')}
    </Text>
  );
}

function Sums({
  preview: { interval, price, unused, discount, creditUsed, dueNow, credit, periodEndsAt },
}: {
  preview: ChangePreview;
}) {
  const { t } = useText();
  const money = useMoney();
  const words = usePlanWords();
  const dayOf = useAccountDay();
  return (
    <dl className={css.sums}>
      <div>
        <dt>{words.price(price, interval)}</dt>
        <dd>{money(price)}</dd>
      </div>
      <div>
        <dt>{t('billing:change.unused')}</dt>
        <dd>{money({ ...unused, amount: -unused.amount })}</dd>
      </div>
      <Deduction label={t('billing:change.discount')} money={discount} />
      <Deduction label={t('billing:change.creditUsed')} money={creditUsed} />
      <div className={css.total}>
        <dt>{t('billing:change.dueNow')}</dt>
        <dd>{money(dueNow)}</dd>
      </div>
      {credit.amount === 0 ? null : (
        <div>
          <dt>{t('billing:change.credit')}</dt>
          <dd>{money(credit)}</dd>
        </div>
      )}
      <div>
        <dt>{t('billing:plan.next')}</dt>
        <dd>{dayOf(periodEndsAt)}</dd>
      </div>
    </dl>
  );
}

function Deduction({ label, money: deducted }: { label: string; money: Money }) {
  const money = useMoney();
  if (deducted.amount === 0) return null;
  return (
    <div>
      <dt>{label}</dt>
      <dd>{money({ ...deducted, amount: -deducted.amount })}</dd>
    </div>
  );
}
