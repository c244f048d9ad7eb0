/** What the operator gives an account, and takes back. */
import type { AdminAccount } from '@kindling/contract/admin-users';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { isDay } from '../../../lib/is-day.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useAdminChange } from './use-admin-users.ts';
import css from './users.module.css';

type Plan = NonNullable<AdminAccount['plan']>;

interface PlanDialogProps {
  account: AdminAccount;
  plan: Plan;
  onClose: () => void;
}

const maxDays = 365;

export function TrialDialog({ account, plan, onClose }: PlanDialogProps) {
  const { t, i18n } = useText();
  const [days, setDays] = useState<number | string>(14);
  const asked = Number(days);
  const valid = Number.isInteger(asked) && asked >= 1 && asked <= maxDays;
  const from = Math.max(Date.parse(plan.trialEndsAt), Date.now());
  const until = valid
    ? formatDay(new Date(from + asked * 86_400_000).toISOString(), i18n.language, account.timeZone)
    : '';
  const change = useAdminChange(
    () => client.adminUsers.extendTrial({ accountId: account.id, days: asked, expected: plan.trialEndsAt }),
    { done: t('admin-users:trial.done', { day: until }), onDone: onClose },
  );
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:trial.title', { name: account.name })}
      confirm={t('admin-users:trial.confirm')}
      destructive={false}
      busy={change.isPending}
      disabled={!valid}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:trial.text')}</p>
        <NumberInput
          label={t('admin-users:trial.days')}
          min={1}
          max={maxDays}
          allowDecimal={false}
          value={days}
          onChange={setDays}
        />
        {valid ? <p className={css.muted}>{t('admin-users:trial.until', { day: until })}</p> : null}
        <p>{t('admin-users:toldOwners')}</p>
      </div>
    </ConfirmDialog>
  );
}

export function GiftDialog({ account, plan, onClose }: PlanDialogProps) {
  const { t } = useText();
  const [endless, setEndless] = useState(plan.gift !== null && plan.gift.until === null);
  const [lastDay, setLastDay] = useState(plan.gift?.until?.slice(0, 10) ?? '');
  const today = new Date().toISOString().slice(0, 10);
  const valid = endless || (isDay(lastDay) && lastDay >= today);
  const change = useAdminChange(
    () =>
      client.adminUsers.giveFreePlan({
        accountId: account.id,
        lastDay: endless ? null : lastDay,
        expected: plan.gift,
      }),
    { done: t('admin-users:gift.done', { name: account.name }), onDone: onClose },
  );
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:gift.title', { name: account.name })}
      confirm={t('admin-users:gift.confirm')}
      destructive={false}
      busy={change.isPending}
      disabled={!valid}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:gift.text')}</p>
        <Checkbox
          label={t('admin-users:gift.endless')}
          checked={endless}
          onChange={({ currentTarget }) => setEndless(currentTarget.checked)}
        />
        {endless ? null : (
          <TextInput
            type="date"
            label={t('admin-users:gift.lastDay')}
            description={t('admin-users:gift.lastDayHint')}
            min={today}
            value={lastDay}
            onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
          />
        )}
        <p>{t('admin-users:toldOwners')}</p>
      </div>
    </ConfirmDialog>
  );
}

interface TakeBackProps {
  account: AdminAccount;
  gift: NonNullable<Plan['gift']>;
  onClose: () => void;
}

export function TakeBackDialog({ account: { id: accountId, name }, gift, onClose }: TakeBackProps) {
  const { t } = useText();
  const change = useAdminChange(() => client.adminUsers.takeFreePlan({ accountId, expected: gift }), {
    done: t('admin-users:gift.takenBack', { name }),
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('admin-users:gift.takeBackTitle', { name })}
      confirm={t('admin-users:gift.takeBack')}
      busy={change.isPending}
      error={change.error}
      onConfirm={change.send}
      onClose={onClose}
    >
      <div className={css.dialog}>
        <p>{t('admin-users:gift.takeBackText')}</p>
        <p>{t('admin-users:toldOwners')}</p>
      </div>
    </ConfirmDialog>
  );
}
