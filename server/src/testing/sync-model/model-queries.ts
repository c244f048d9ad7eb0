/** For tests only: rows that the model test reads and writes directly. */
import { sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { runSync } from '../../features/sync/run-sync.ts';
import { aReview } from '../fake-connector.ts';
import type { TestApp, TestUser } from '../test-app.ts';

/** What the owner sees of the connection, the listing and its last run. */
export interface OwnerView {
  status: string | null;
  listing: {
    id: string;
    pending_removals_count: number | null;
    lease: boolean;
    /** The platform's count minus ours. */
    count_difference: number | null;
  } | null;
  run: {
    id: string;
    kind: string;
    outcome: string;
    next_try_at: Date | null;
    error_code: string | null;
    attempts: number;
  } | null;
  /** The last full pass that read everything. */
  full_pass: string | null;
}

export async function readOwnerView(db: Database, accountId: string): Promise<OwnerView> {
  const { rows } = await inTenant(db, accountId, (trx) =>
    sql<{ shown: OwnerView }>`
      select jsonb_build_object(
        'status', (select c.status from connections c order by (c.id = (select l.connection_id from listings l limit 1)) desc limit 1),
        'listing', (select jsonb_build_object('id', l.id, 'pending_removals_count', l.pending_removals_count, 'lease', l.lease_until > now(),
                      'count_difference', l.platform_count - (select count(*) from reviews v where v.listing_id = l.id and v.removed_at is null))
                      from listings l limit 1),
        'run', (select jsonb_build_object('id', r.id, 'kind', r.kind, 'attempts', r.attempts, 'outcome', r.outcome, 'next_try_at', r.next_try_at, 'error_code', r.error_code)
                  from sync_runs r order by r.started_at desc limit 1),
        'full_pass', (select r.id from sync_runs r
                       where r.kind = 'full' and (r.outcome = 'succeeded' or r.error_code = 'counts-differ')
                       order by r.started_at desc limit 1)) as shown`.execute(trx),
  );
  if (rows[0] === undefined) throw new Error('No answer');
  return rows[0].shown;
}

/** Advances the clock by moving all stored times back. */
export async function advanceTime(db: Database, accountId: string, seconds: number): Promise<void> {
  const back = sql`make_interval(secs => ${seconds})`;
  await inTenant(db, accountId, async (trx) => {
    await sql`update listings set next_sync_at = next_sync_at - ${back}, lease_until = lease_until - ${back},
      last_full_pass_at = last_full_pass_at - ${back}, last_success_at = last_success_at - ${back},
      pending_removals_since = pending_removals_since - ${back}, removals_accepted_at = removals_accepted_at - ${back},
      full_pass_requested_at = full_pass_requested_at - ${back}`.execute(trx);
    await sql`update sync_runs set started_at = started_at - ${back}, next_try_at = next_try_at - ${back},
      finished_at = finished_at - ${back}, updated_at = updated_at - ${back}`.execute(trx);
    await sql`update connections set refresh_lease_until = refresh_lease_until - ${back}`.execute(trx);
    await sql`update reviews set confirmed_at = confirmed_at - ${back}, missing_at = missing_at - ${back}
      where listing_id is not null`.execute(trx);
  });
  await inSystem(db, (trx) =>
    sql`update platform_rate_limits set paused_until = paused_until - ${back}, refilled_at = refilled_at - ${back}`.execute(
      trx,
    ),
  );
}

/** Reads the same location into another account, with the same external ids. */
export async function runFirstSync({ services }: TestApp, { accountId }: TestUser): Promise<void> {
  const { id } = await inTenant(services.db, accountId, (trx) =>
    trx.selectFrom('listings').select('id').executeTakeFirstOrThrow(),
  );
  await runSync(services.sync, accountId, id, 'first', new AbortController().signal);
}

/** Adds a review that the owner collected, which no sync may change. */
export async function addOwnReview(app: TestApp, user: TestUser): Promise<void> {
  await inTenant(app.services.db, user.accountId, async (trx) => {
    const { location_id } = await trx.selectFrom('listings').select('location_id').executeTakeFirstOrThrow();
    const own = aReview();
    await sql`insert into reviews (account_id, id, location_id, source, external_id, rating, text, written_at, content_hash)
      values (${user.accountId}, gen_random_uuid(), ${location_id}, 'own', ${own.externalId}, 5, 'Own words',
              ${own.writtenAt}, 'own')`.execute(trx);
  });
}
