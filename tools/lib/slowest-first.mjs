// Runs the slowest test files first, so that no worker waits for another one at the end.
import { BaseSequencer } from 'vitest/node';

/** The slowest files, from the list that `npm test` prints; others follow in Vitest's order. */
const slow = [
  'server/src/main-first-sync.test.ts',
  'server/src/main.test.ts',
  'server/src/features/sync/crash-points.test.ts',
  'server/src/features/sync/fault-catalog.test.ts',
  'server/src/features/sync/model/model.test.ts',
  'server/src/http/tenant-walker.test.ts',
  'server/src/features/sync/two-workers.test.ts',
  'server/src/db/migrate.test.ts',
  'server/src/jobs/queue.test.ts',
  'server/src/features/imports/memory.test.ts',
  'server/src/db/embedded/crash.test.ts',
];

const placeOf = (file) => {
  const place = slow.findIndex((name) => file.moduleId.endsWith(`/${name}`));
  return place < 0 ? slow.length : place;
};

export class SlowestFirstSequencer extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
