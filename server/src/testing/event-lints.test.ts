/** Rules for the triggers that store domain events, checked on a migrated database. Exceptions are listed with the reason. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { slices } from '../app.ts';
import { createTestDatabase, databaseModes, type TestDatabase } from './database.ts';

const never = 'never changes';
const afterReview = 'changes together with a watched column';
const ofSync = 'steers the sync and is not content';

/** Columns whose changes have no event. */
const internalColumns: Record<string, Record<string, string>> = {
  reviews: {
    account_id: never,
    confirmed_at: 'the platform showed the review again, unchanged',
    content_hash: afterReview,
    created_at: never,
    duplicate_found_at: 'prevents a second search for duplicates',
    facets: afterReview,
    external_id: 'identifies the review at its platform and is not shown',
    held_at: 'a removal for some time, which has an event',
    hidden_by: afterReview,
    hidden_reason: afterReview,
    id: never,
    import_id: never,
    invited: never,
    private_part: never,
    pin_reason: 'changes together with pinned_at',
    pinned_by: 'changes together with pinned_at',
    refused_tag_ids: 'what no rule may give again; not content',
    rule_tag_ids: 'part of tag_ids',
    missing_at: 'a removal that the next sync confirms; the removal has an event',
    reply_pending: afterReview,
    resource_name: 'identifies the review at its platform and is not shown',
    search: afterReview,
    source: never,
  },
  listings: {
    account_id: never,
    connection_id: never,
    created_at: never,
    external_id: never,
    id: never,
    platform: never,
    count_difference: ofSync,
    failures: ofSync,
    fence: ofSync,
    full_pass_requested_at: ofSync,
    last_full_pass_at: ofSync,
    last_success_at: ofSync,
    lease_until: ofSync,
    interval_chosen: ofSync,
    next_sync_at: ofSync,
    operator_paused_at: ofSync,
    paused: ofSync,
    pending_removals_count: ofSync,
    pending_removals_since: ofSync,
    removals_accepted_at: ofSync,
    resource_name: ofSync,
    state: ofSync,
    sync_interval_minutes: ofSync,
    sync_requested_at_fence: ofSync,
    watermark_at: ofSync,
  },
  businesses: {
    account_id: never,
    created_at: never,
    id: never,
    named_at: 'changes together with the name',
    updated_at: 'changes with every other column',
  },
  locations: {
    account_id: never,
    created_at: never,
    id: never,
    updated_at: 'changes with every other column',
  },
  accounts: {
    id: never,
    created_at: never,
    days_counted: 'a day of the sums of reviews, counted again after each change',
    days_next: 'a day of the sums of reviews, counted again after each change',
    days_zone: 'the time zone of the sums of reviews; follows time_zone',
    erasing_since: 'the account and its events are deleted',
    deletion_cause: 'the account and its events are deleted',
    deletion_warned_at: 'the account and its events are deleted',
    trial_ends_at: 'changes together with plan_ends_at',
    words: 'part of the name',
  },
};

/** Events that code stores by `recordEvents`, without a trigger. */
const recordedByCode = [
  'feedback.changed',
  'feedback.erased',
  'feedback.received',
  'feedback.withdrawn',
  'member.changed',
  'member.joined',
  'member.removed',
  'review.assigned',
  'review.merged',
  'support.started',
  'tag.merged',
  'tag.removed',
];

describe.each(databaseModes)('the triggers that store events, %s', (mode) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(mode);
  });
  afterAll(() => database.close());

  /** Triggers whose function stores events: on UPDATE, their text shows which columns they compare. */
  async function readTriggers() {
    const { rows } = await database.db.pool.query<{ table: string; on_update: boolean; text: string }>(
      `select t.tgrelid::regclass::text as table, t.tgtype & 16 <> 0 as on_update,
              pg_get_triggerdef(t.oid) || ' ' || p.prosrc as text
         from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where not t.tgisinternal and p.prosrc like '%into domain_events%'`,
    );
    return rows;
  }

  test.each(Object.keys(internalColumns))(
    'each column of %s is watched or known as internal',
    async (table) => {
      const texts = (await readTriggers())
        .filter((trigger) => trigger.table === table && trigger.on_update)
        .map(({ text }) => text);
      expect(texts).not.toEqual([]);
      const { rows } = await database.db.pool.query<{ name: string }>(
        `select attname as name from pg_attribute
        where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped`,
      );
      const unwatched = rows
        .map(({ name }) => name)
        // `old_rows o` of a statement, or `old` of a row; the key joins the old and the new row.
        .filter(
          (name) =>
            ['account_id', 'id'].includes(name) ||
            !new RegExp(`\\b(o|old)\\.${name}\\b`, 'i').test(texts.join(' ')),
        );
      expect(unwatched.sort()).toEqual(Object.keys(internalColumns[table] ?? {}).sort());
    },
  );

  test('each event that a trigger stores is defined by a slice, and each defined event is stored', async () => {
    const stored = (await readTriggers()).flatMap(({ text }) =>
      [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, name]) => name ?? ''),
    );
    const defined = slices.flatMap(({ events }) => events.map(({ name }) => name));
    expect([...new Set([...stored, ...recordedByCode])].sort()).toEqual(defined.sort());
  });
});
