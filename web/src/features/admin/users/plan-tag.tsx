import type { ListedPerson } from '@kindling/contract/admin-users';
import { formatDay } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import css from './users.module.css';

const tones: Record<NonNullable<ListedPerson['accounts'][number]['plan']>, Tone> = {
  trial: 'calm',
  active: 'good',
  past_due: 'warn',
  canceled: 'warn',
  free: 'good',
  ended: 'bad',
};

/** The state of an account's plan, and when it ends or ended. */
export function PlanTag({
  account,
}: {
  account: Pick<ListedPerson['accounts'][number], 'plan' | 'planEndsAt'> | undefined;
}) {
  const { t, i18n } = useText();
  if (account === undefined || account.plan === null) return null;
  return (
    <span className={css.tags}>
      <Tag tone={tones[account.plan]}>{t(`admin-users:plan.${account.plan}`)}</Tag>
      {account.planEndsAt === null ? null : (
        <span className={css.muted}>{formatDay(account.planEndsAt, i18n.language)}</span>
      )}
    </span>
  );
}
