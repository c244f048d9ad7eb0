import type { AdminDashboard } from '@kindling/contract/admin-dashboard';
import { pathOf, type ScreenId } from '@kindling/contract/screens';
import { Link } from 'react-router';
import { formatNumber, formatPercent, formatRelative } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './dashboard.module.css';

interface FigureProps {
  label: string;
  value: string;
  /** What else is to be known, in one line. */
  note: string;
  /** The page that explains it. */
  screen: ScreenId;
  search?: string;
}

/** How much there is and how the work goes; each figure leads to the page that explains it. */
export function KeyFigures({ data }: { data: AdminDashboard }) {
  const { t, i18n } = useText();
  const number = (value: number) => formatNumber(value, i18n.language);
  const { users, accounts, plans, listings, live, syncsOfDay } = data;
  const syncs = syncsOfDay.succeeded + syncsOfDay.partial + syncsOfDay.failed;
  const today = data.days.at(-1);
  const reviews = data.days.reduce((sum, day) => sum + day.reviews, 0);
  return (
    <div className={css.figures}>
      <Figure
        label={t('admin-dashboard:figure.users')}
        value={number(users.all)}
        note={t('admin-dashboard:figure.blocked', { count: users.blocked })}
        screen="adminUsers"
      />
      <Figure
        label={t('admin-dashboard:figure.accounts')}
        value={number(accounts.all)}
        note={t('admin-dashboard:figure.deletions', { count: accounts.deletionScheduled })}
        screen="adminUsers"
      />
      {plans === null ? null : (
        <>
          <Figure
            label={t('admin-dashboard:figure.trials')}
            value={number(plans.trial)}
            note={t('admin-dashboard:figure.ended', { count: plans.ended })}
            screen="adminUsers"
            search="plan=trial"
          />
          <Figure
            label={t('admin-dashboard:figure.paying')}
            value={number(plans.active + plans.past_due + plans.canceled)}
            note={t('admin-dashboard:figure.pastDue', { count: plans.past_due })}
            screen="adminUsers"
            search="plan=active"
          />
        </>
      )}
      <Figure
        label={`${t('admin-dashboard:figure.reviews')}, ${t('admin-dashboard:days.count', { count: data.days.length })}`}
        value={number(reviews)}
        note={t('admin-dashboard:figure.today', { count: today?.reviews ?? 0 })}
        screen="adminSyncSchedule"
      />
      <Figure
        label={t('admin-dashboard:figure.listings')}
        value={number(listings.ok)}
        note={t('admin-dashboard:figure.paused', { count: listings.paused })}
        screen="adminSyncSchedule"
      />
      <Figure
        label={t('admin-dashboard:figure.syncs')}
        value={
          syncs === 0
            ? '–'
            : formatPercent(Math.floor((100 * (syncs - syncsOfDay.failed)) / syncs) / 100, i18n.language)
        }
        note={t('admin-dashboard:figure.failed', { count: syncsOfDay.failed })}
        screen="adminSyncSchedule"
        search="only=failing"
      />
      <Figure
        label={t('admin-dashboard:figure.queue')}
        value={number(live.queue.due)}
        note={
          live.queue.oldestDueAt === null
            ? t('admin-dashboard:figure.queueEmpty')
            : t('admin-dashboard:figure.oldest', {
                when: formatRelative(live.queue.oldestDueAt, i18n.language),
              })
        }
        screen="adminSyncSchedule"
      />
      <Figure
        label={t('admin-dashboard:figure.mail')}
        value={number(data.mailSentOfDay)}
        note={t('admin-dashboard:figure.mailWaiting', { count: live.mail.waiting })}
        screen="adminSendEmail"
      />
      <Figure
        label={t('admin-dashboard:figure.deadLetters')}
        value={number(live.mail.dead)}
        note={t('admin-dashboard:figure.deadLettersNote')}
        screen="adminSendEmail"
        search="tab=dead-letters"
      />
      <Figure
        label={t('admin-dashboard:figure.errors')}
        value={number(data.openErrors)}
        note={t('admin-dashboard:figure.newErrors', { count: live.errors.newOfDay })}
        screen="adminErrorLog"
      />
      <Figure
        label={t('admin-dashboard:figure.deletionRequests')}
        value={number(live.openDeletionRequests)}
        note={t('admin-dashboard:figure.deletionRequestsNote')}
        screen="adminSyncSchedule"
        search="tab=deletions"
      />
    </div>
  );
}

function Figure({ label, value, note, screen, search }: FigureProps) {
  return (
    <Link
      to={{ pathname: pathOf(screen), ...(search === undefined ? {} : { search }) }}
      className={css.figure}
    >
      <span className={css.label}>{label}</span>
      <strong className={css.number}>{value}</strong>
      <span className={css.note}>{note}</span>
    </Link>
  );
}
