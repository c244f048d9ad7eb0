import type { Billing, cancelReasons } from '@kindling/contract/billing';
import { Select, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useAccountDay } from '../../lib/i18n/use-account-day.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toast } from '../../ui/toast.ts';
import css from './billing.module.css';
import { useBillingMutation } from './use-billing.ts';

// locale-keys: billing.cancel.reasons.*
// locale-keys: billing.cancel.then.*

type CancelReason = (typeof cancelReasons)[number];

/** In the order in which they are offered; the list of the contract would bring its validation library. */
const reasons = [
  'too_expensive',
  'missing_features',
  'unused',
  'too_complex',
  'low_quality',
  'customer_service',
  'switched_service',
  'other',
] as const satisfies readonly CancelReason[];
const consequences = ['stops', 'embeds', 'codes', 'deletion'] as const;

interface CancelDialogProps {
  billing: Billing;
  opened: boolean;
  onClose: () => void;
}

/** Ends the plan with the paid period, and says what happens then. Nothing has to be filled in. */
export function CancelDialog({ billing, opened, onClose }: CancelDialogProps) {
  const { t } = useText();
  const dayOf = useAccountDay();
  const [reason, setReason] = useState<CancelReason | null>(null);
  const [comment, setComment] = useState('');
  const day = dayOf(billing.subscription?.periodEndsAt ?? '');
  const cancel = useBillingMutation(
    () => client.billing.cancel({ reason, comment: comment.trim() }),
    () => {
      onClose();
      toast({ tone: 'good', message: t('billing:cancel.done', { day }) });
    },
  );
  return (
    <ConfirmDialog
      opened={opened}
      title={t('billing:cancel.title')}
      confirm={t('billing:cancel.confirm')}
      dismiss={t('billing:cancel.keep')}
      busy={cancel.isPending}
      error={cancel.error}
      destructive={false}
      onConfirm={cancel.send}
      onClose={() => {
        cancel.reset();
        onClose();
      }}
    >
      <p className={css.first}>
        <strong>{t('billing:cancel.until', { day })}</strong>
      </p>
      <p className={css.hint}>{t('billing:cancel.after')}</p>
      <ul className={css.then}>
        {consequences.map((one) => (
          <li key={one}>{t(`billing:cancel.then.${one}`)}</li>
        ))}
      </ul>
      <Stack gap="sm">
        <Select
          label={t('billing:cancel.reason')}
          placeholder={t('billing:cancel.noReason')}
          data={reasons.map((value) => ({ value, label: t(`billing:cancel.reasons.${value}`) }))}
          value={reason}
          onChange={(value) => setReason(reasons.find((one) => one === value) ?? null)}
          clearable
        />
        <Textarea
          label={t('billing:cancel.comment')}
          maxLength={500}
          autosize
          minRows={2}
          maxRows={6}
          value={comment}
          onChange={({ currentTarget }) => setComment(currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}
