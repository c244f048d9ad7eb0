/** What a sync takes over from an imported review is decided column by column. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyMode, createTestDatabase, queryAsOwner, type TestDatabase } from '../../testing/database.ts';
import { movedColumns } from './merge-marks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase(anyMode);
});
afterAll(() => database.close());

/** Where the review comes from and what its platform says, and what our code derives: the review that stays has its own. */
const ownColumns = [
  ...['account_id', 'id', 'location_id', 'listing_id', 'source', 'external_id', 'resource_name', 'import_id'],
  ...['author_name', 'author_photo_url', 'anonymous', 'rating', 'recommendation', 'text', 'translation'],
  ...['written_at', 'written_day', 'written_from', 'written_to', 'date_basis', 'edited_at', 'created_at'],
  ...['reply_text', 'reply_at', 'reply_state', 'reply_reason', 'reply_pending', 'answered', 'permalink'],
  ...['attribution', 'media_count', 'invited', 'private_part', 'held_at', 'missing_at', 'removed_at'],
  ...['wiped_at', 'confirmed_at', 'content_hash', 'duplicate_found_at', 'language', 'search', 'facets'],
];

test('every column is moved or stays: decide in merge-marks.ts what becomes of a new one', async () => {
  const { rows } = await queryAsOwner<{ name: string }>(
    database.db,
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'reviews'",
  );
  expect([...ownColumns, ...movedColumns].toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});
