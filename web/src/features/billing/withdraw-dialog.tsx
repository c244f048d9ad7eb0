import type { Billing } from '@kindling/contract/billing';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import css from './billing.module.css';
import { useBillingMutation } from './use-billing.ts';
import { useMoney } from './use-money.ts';

interface WithdrawDialogProps {
  withdrawal: NonNullable<Billing['withdrawal']>;
  opened: boolean;
  onClose: () => void;
}

/** Takes the order back, with the money, in the two weeks after it. */
export function WithdrawDialog({ withdrawal: { until, refund }, opened, onClose }: WithdrawDialogProps) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const amount = useMoney()(refund);
  const withdraw = useBillingMutation(
    () => client.billing.withdraw({}),
    () => {
      onClose();
      toast({ tone: 'good', message: t('billing:withdraw.done', { amount }) });
    },
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={t('billing:withdraw.title')}
      confirm={t('billing:withdraw.confirm')}
      dismiss={t('billing:cancel.keep')}
      busy={withdraw.isPending}
      error={withdraw.error}
      onConfirm={withdraw.send}
      onClose={() => {
        withdraw.reset();
        onClose();
      }}
    >
      <p className={css.first}>
        <strong>{t('billing:withdraw.amount', { amount })}</strong>
      </p>
      <p className={css.hint}>{t('billing:withdraw.text', { day: dayOf(until) })}</p>
    </ConfirmDialog>
  );
}
