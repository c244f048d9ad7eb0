/** Reads the dashboard: counted figures from two small tables, and what indexes give at once. */
import {
  type AdminDashboard,
  type adminDashboardSpans,
  listingGroups,
  revenueMonths,
} from '@kindling/contract/admin-dashboard';
import { type ConnectionStatus, connectionStatuses } from '@kindling/contract/constants';
import { type PlanState, planStates } from '@kindling/contract/plans';
import { type ConnectorId, type Platform, platforms } from '@kindling/contract/platforms';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { Queue } from '../../jobs/queue.ts';
import { listSyncSettings } from '../connections/index.ts';
import { attentionOf } from './attention.ts';
import { monthStart } from './count.ts';
import {
  type DayRow,
  type FigureRow,
  listDays,
  listFigures,
  listPausedPlatforms,
  listSums,
  readLive,
} from './queries.ts';
import { seriesMetrics } from './series.ts';

export interface DashboardDeps {
  db: Pick<Database, 'pool'>;
  queue: Pick<Queue, 'readLoad'>;
  plansEnabled: boolean;
  /** Those that this installation has. */
  connectors: ReadonlyMap<ConnectorId, { platform: Platform }>;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export async function getDashboard(
  { db, queue, plansEnabled, connectors }: DashboardDeps,
  span: (typeof adminDashboardSpans)[number],
  now = new Date(),
): Promise<AdminDashboard> {
  const load = await queue.readLoad();
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const firstDay = new Date(today - (span - 1) * dayMs);
  const currentHour = Math.floor(now.getTime() / hourMs) * hourMs;
  const read = await inSystem(db, async (system) => ({
    figures: await listFigures(system),
    days: await listDays(system, seriesMetrics, firstDay),
    ofDay: await listSums(system, ['syncs.finished', 'mail.ended'], new Date(currentHour - dayMs)),
    revenue: plansEnabled ? await listMonths(system, now) : null,
    live: await readLive(system, now),
    paused: await listPausedPlatforms(system, now),
    settings: await listSyncSettings(system),
  }));
  const { live } = read;
  const countOf = finder(read.figures);
  const ofDay = finder(read.ofDay);
  const connections = connectionsOf(read.figures);
  const countedAt = earliest(read.figures);
  const syncsOfDay = syncsOf((outcome) => ofDay('syncs.finished', outcome));
  return {
    countedAt: countedAt?.toISOString() ?? null,
    attention: attentionOf(
      {
        readOnlySince: live.read_only_since,
        oldestJobDueAt: load.oldestDueAt,
        syncs: syncsOfDay,
        withdrawn: connections.filter(({ status }) => status === 'withdrawn'),
        paused: read.paused.flatMap(({ platform, paused_until }) =>
          isPlatform(platform) ? [{ platform, until: paused_until }] : [],
        ),
        pausedByOperator: [...connectors].flatMap(([id, { platform }]) => {
          const since = read.settings.get(id)?.pausedAt ?? null;
          return since === null ? [] : [{ platform, since }];
        }),
        newErrorsInHour: live.errors_new_in_hour,
        openErrors: live.errors_open,
        deadLetters: live.mail_dead,
        oldestMailDueAt: live.mail_due_since,
        deletionRequests: { open: live.deletion_requests, oldestAt: live.oldest_deletion_request },
        countedAt,
      },
      now,
    ),
    users: { all: countOf('users', 'all'), blocked: countOf('users', 'blocked') },
    accounts: {
      all: countOf('accounts', 'all'),
      deletionScheduled: countOf('accounts', 'deletionScheduled'),
    },
    plans: plansEnabled ? recordOf(planStates, (state: PlanState) => countOf('plans', state)) : null,
    listings: recordOf(listingGroups, (group) => countOf('listings', group)),
    connections,
    openErrors: live.errors_open,
    syncsOfDay,
    mailSentOfDay: ofDay('mail.ended', 'sent'),
    live: {
      queue: {
        due: load.due,
        running: load.running,
        oldestDueAt: load.oldestDueAt?.toISOString() ?? null,
        oldestJob: load.oldestQueue,
      },
      mail: { waiting: live.mail_waiting, dead: live.mail_dead },
      errors: { seenOfDay: live.errors_seen, newOfDay: live.errors_new },
      openDeletionRequests: live.deletion_requests,
    },
    days: daysOf(read.days, firstDay, span),
    revenue: read.revenue,
  };
}

type CountRow = Pick<FigureRow, 'metric' | 'part' | 'value'>;

function finder(rows: readonly CountRow[]): (metric: string, part: string) => number {
  const values = new Map(rows.map(({ metric, part, value }) => [`${metric} ${part}`, value]));
  return (metric, part) => values.get(`${metric} ${part}`) ?? 0;
}

function recordOf<Key extends string>(
  keys: readonly Key[],
  countOf: (key: Key) => number,
): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, countOf(key)])) as Record<Key, number>;
}

const syncsOf = (countBy: (outcome: string) => number) => ({
  succeeded: countBy('succeeded'),
  partial: countBy('partial'),
  failed: countBy('failed'),
});

/** What is shown was counted then, or later. */
function earliest(rows: readonly FigureRow[]): Date | null {
  return rows.reduce<Date | null>(
    (first, { counted_at: at }) => (first === null || at < first ? at : first),
    null,
  );
}

const isPlatform = (word: string): word is Platform => (platforms as readonly string[]).includes(word);
const isStatus = (word: string): word is ConnectionStatus =>
  (connectionStatuses as readonly string[]).includes(word);

function connectionsOf(rows: readonly CountRow[]): AdminDashboard['connections'] {
  return rows
    .filter(({ metric }) => metric === 'connections')
    .flatMap(({ part, value }) => {
      const [platform = '', status = ''] = part.split(' ');
      return isPlatform(platform) && isStatus(status) ? [{ platform, status, count: value }] : [];
    })
    .sort((one, other) => other.count - one.count);
}

function daysOf(rows: readonly DayRow[], first: Date, span: number): AdminDashboard['days'] {
  const countOf = finder(
    rows.map(({ metric, part, day, value }) => ({ metric: `${day} ${metric}`, part, value })),
  );
  return Array.from({ length: span }, (_, index) => {
    const day = new Date(first.getTime() + index * dayMs).toISOString().slice(0, 10);
    const count = (metric: (typeof seriesMetrics)[number], part = '') => countOf(`${day} ${metric}`, part);
    return {
      day,
      accounts: count('accounts.created'),
      users: count('users.registered'),
      reviews: count('reviews.arrived'),
      syncs: syncsOf((outcome) => count('syncs.finished', outcome)),
      mail: { sent: count('mail.ended', 'sent'), dead: count('mail.ended', 'dead') },
    };
  });
}

async function listMonths(
  system: Parameters<typeof listDays>[0],
  now: Date,
): Promise<NonNullable<AdminDashboard['revenue']>> {
  const first = monthStart(now, 1 - revenueMonths);
  const rows = await listDays(system, ['revenue'], first);
  const months = Array.from({ length: revenueMonths }, (_, index) =>
    monthStart(first, index).toISOString().slice(0, 7),
  );
  const currencies = [...new Set(rows.map(({ part }) => part))].sort();
  return {
    months,
    currencies: currencies.map((currency) => ({
      currency,
      amounts: months.map(
        (month) => rows.find(({ part, day }) => part === currency && day.startsWith(month))?.value ?? 0,
      ),
    })),
  };
}
