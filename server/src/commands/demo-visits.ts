/** Visits of the last 30 days for the dashboard of the demo: loads of its embeds and visits of its page, by country. */
import type { Database } from '../db/client.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { addCounts } from '../features/embed-traffic/index.ts';
import { recordFirstSite } from '../features/embeds/index.ts';
import { addDoorSums, countAtDoor, listPipelineRows } from '../features/pipelines/index.ts';

const dayMs = 86_400_000;
const slotMs = 900_000;
const days = 30;
/** Visits of an ordinary day, by country. */
const perCountry = {
  FR: 46,
  DE: 38,
  ES: 21,
  GB: 17,
  NL: 12,
  US: 9,
  BE: 6,
  CH: 5,
  RS: 4,
  CA: 3,
  AU: 2,
  JP: 1,
};
const site = 'www.linden-fjord.example';

/** More at the weekend, and a little more every week. */
function visitsOf(base: number, daysAgo: number): number {
  const weekday = new Date(Date.now() - daysAgo * dayMs).getUTCDay();
  const weekend = weekday === 0 || weekday === 6 ? 1.4 : 1;
  return Math.round(base * weekend * (1 - daysAgo / 100));
}

const spread = Array.from({ length: days }, (_, daysAgo) =>
  Object.entries(perCountry).map(([country, base]) => ({ daysAgo, country, base })),
).flat();
const slotOf = (daysAgo: number) => Math.floor((Date.now() - daysAgo * dayMs) / slotMs);

/** @param codes those of the embeds; each gets half the visits of the one before it. */
export async function createVisits(
  db: Pick<Database, 'pool'>,
  accountId: string,
  codes: readonly string[],
): Promise<void> {
  const counts = codes.flatMap((code, at) =>
    spread.map(({ daysAgo, country, base }) => {
      const views = visitsOf(base / 2 ** at, daysAgo);
      const clicks = Math.floor(views / 9);
      return {
        code,
        slot: slotOf(daysAgo),
        site,
        country,
        state: '',
        views,
        clicks,
        reads: clicks,
        writes: 0,
      };
    }),
  );
  await inSystem(db, (trx) => addCounts(trx, counts));
  const [shown] = codes;
  if (shown !== undefined) await inSystem(db, (trx) => recordFirstSite(trx, shown, site));
  await createPageVisits(db, accountId);
}

async function createPageVisits(db: Pick<Database, 'pool'>, accountId: string): Promise<void> {
  const [pipeline] = await inTenant(db, accountId, (trx) => listPipelineRows(trx, accountId));
  if (pipeline === undefined) return;
  const key = { pipelineId: pipeline.id, door: 'link', codeId: null, locationId: null } as const;
  const sums = spread.map(({ daysAgo, country, base }) => {
    const visits = visitsOf(base / 6, daysAgo);
    return {
      ...key,
      accountId,
      slot: slotOf(daysAgo),
      visits,
      clicks: Math.floor(visits / 3),
      country,
      state: '',
    };
  });
  await inSystem(db, (trx) => addDoorSums(trx, sums));
  await inTenant(db, accountId, async (trx) => {
    for (let daysAgo = 0; daysAgo < days; daysAgo += 1) {
      const ratings = visitsOf(9, daysAgo);
      await countAtDoor(trx, accountId, key, { ratings }, new Date(Date.now() - daysAgo * dayMs));
    }
  });
}
