/** How many accounts want each planned platform. Who they are is nobody's business here. */
import { comingPlatforms } from '@kindling/contract/platforms';
import { inSystem } from '../../db/transaction.ts';
import { countPlatformRequests } from './backlog-queries.ts';
import type { AdminSyncScheduleDeps } from './deps.ts';

const shownMonths = 12;

/** All twelve months, the present one last. */
export async function countRequests({ db }: Pick<AdminSyncScheduleDeps, 'db'>, now = new Date()) {
  const rows = await inSystem(db, countPlatformRequests);
  const months = Array.from({ length: shownMonths }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - shownMonths + 1 + index, 1))
      .toISOString()
      .slice(0, 7),
  );
  return comingPlatforms.map((platform) => {
    const own = rows.filter((row) => row.platform === platform);
    return {
      platform,
      total: own.reduce((total, { count }) => total + count, 0),
      months: months.map((month) => ({ month, count: own.find((row) => row.month === month)?.count ?? 0 })),
    };
  });
}
