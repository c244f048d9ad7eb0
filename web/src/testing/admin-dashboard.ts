/** For component tests only: the administrator's dashboard and maintenance as the API answers them. */
import type { AdminDashboard } from '@kindling/contract/admin-dashboard';
import type { Maintenance, StoredNotice } from '@kindling/contract/maintenance';

const dayMs = 86_400_000;

export function makeAdminDashboard(more: Partial<AdminDashboard> = {}, days = 30): AdminDashboard {
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  return {
    countedAt: new Date(Date.now() - 180_000).toISOString(),
    attention: [],
    users: { all: 1234, blocked: 2 },
    accounts: { all: 1100, deletionScheduled: 1 },
    plans: { trial: 210, active: 700, past_due: 4, canceled: 6, free: 10, ended: 170 },
    listings: { ok: 2050, paused: 12, unverified: 3, closed: 5, gone: 1 },
    connections: [{ platform: 'facebook', status: 'needs_reauthorization', count: 7 }],
    openErrors: 3,
    syncsOfDay: { succeeded: 950, partial: 30, failed: 20 },
    mailSentOfDay: 431,
    live: {
      queue: {
        due: 5,
        running: 3,
        oldestDueAt: new Date(Date.now() - 61_000).toISOString(),
        oldestJob: 'sync.listing',
      },
      mail: { waiting: 2, dead: 1 },
      errors: { seenOfDay: 4, newOfDay: 1 },
      openDeletionRequests: 0,
    },
    days: Array.from({ length: days }, (_, index) => ({
      day: new Date(today - (days - 1 - index) * dayMs).toISOString().slice(0, 10),
      accounts: index % 4,
      users: index % 5,
      reviews: 40 + ((index * 7) % 23),
      syncs: { succeeded: 900 + index, partial: 3, failed: index % 6 },
      mail: { sent: 60 + index, dead: 0 },
    })),
    revenue: {
      months: Array.from({ length: 13 }, (_, index) =>
        new Date(Date.UTC(2025, 10 + index, 1)).toISOString().slice(0, 7),
      ),
      currencies: [
        { currency: 'eur', amounts: Array.from({ length: 13 }, (_, index) => 900_000 + index * 51_000) },
      ],
    },
    ...more,
  };
}

export function makeNotice(more: Partial<StoredNotice> = {}): StoredNotice {
  return {
    id: '0199f000-0000-7000-8000-0000000000f1',
    tone: 'info',
    texts: { en: 'We upgrade tonight.', de: 'Heute Nacht aktualisieren wir.' },
    fallback: 'en',
    shownFrom: new Date(Date.now() - 60_000).toISOString(),
    workFrom: new Date(Date.now() + 3_600_000).toISOString(),
    shownUntil: new Date(Date.now() + 7_200_000).toISOString(),
    version: 1,
    changedBy: 'Ada Berg',
    changedAt: new Date(Date.now() - 60_000).toISOString(),
    ...more,
  };
}

export function makeMaintenance(more: Partial<Maintenance> = {}): Maintenance {
  return {
    readOnly: { since: null, changedBy: null, changedAt: null, version: 4 },
    notices: [],
    ...more,
  };
}
