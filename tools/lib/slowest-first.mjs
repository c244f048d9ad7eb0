// Runs the slowest test files of a project first, so that no worker waits for another one at the end.
import { BaseSequencer } from 'vitest/node';

/** The slowest files, from the list that `npm test` prints; others follow in Vitest's order. */
const slow = [
  'tools/release.test.mjs',
  'tools/adding.test.mjs',
  'identity/src/guard.test.ts',
  'guest/src/qr/reading.test.ts',
  'identity/src/second-factor.test.ts',
  'identity/src/factors/authenticator-app.test.ts',
  'identity/src/credential-changes.test.ts',
  'server/src/main.test.ts',
  'server/src/features/sync/fault-catalog.test.ts',
  'server/src/features/sync/crash-points.test.ts',
  'server/src/commands/running-program.test.ts',
  'server/src/features/sync/two-workers.test.ts',
  'server/src/http/tenant-walker.test.ts',
  'server/src/http/authz.test.ts',
  'server/src/http/malformed.test.ts',
  'server/src/main-first-sync.test.ts',
  'server/src/kill-under-load.test.ts',
  'server/src/kill-payments.test.ts',
  'server/src/features/payments/deaths.test.ts',
  'server/src/db/backup/write-backup.test.ts',
  'server/src/commands/restore/restore.test.ts',
  'server/src/features/imports/memory.test.ts',
  'server/src/features/payments/event-orders.test.ts',
  'server/src/features/avatars/avatars.test.ts',
  'server/src/db/migrate.test.ts',
  'server/src/features/exports/large-exports.test.ts',
  'server/src/db/embedded/crash.test.ts',
  'server/src/http/location-walker.test.ts',
  'server/src/features/sync/model/model.test.ts',
  'server/src/features/codes/print/print-file.test.ts',
  'server/src/monitoring/gauge-readings.test.ts',
  'server/src/features/bulk-actions/bulk-actions.test.ts',
  'server/src/db/embedded/embedded-pool.test.ts',
  'server/src/commands/move-account.test.ts',
  'server/src/http/role-routes.test.ts',
  'server/src/features/imports/worker-crash.test.ts',
  'server/src/testing/noisy-neighbor.test.ts',
];

const placeOf = (file) => {
  const place = slow.findIndex((name) => file.moduleId.endsWith(`/${name}`));
  return place < 0 ? slow.length : place;
};

/** Project by project, because a worker ends, with all code that it has loaded, when the next file is of another one. */
export class SlowestFirstSequencer extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted(
      (one, other) => one.project.name.localeCompare(other.project.name) || placeOf(one) - placeOf(other),
    );
  }
}
