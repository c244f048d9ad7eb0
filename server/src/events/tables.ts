/** The tables of the events; only `server/src/events` writes them. */
import type { CopyTable } from '../db/copy-account.ts';
import type { BulkTable } from '../db/delete-pages.ts';

const common = {
  schema: 'public',
  where: 'account_id = $1::uuid',
  // Row-level security binds the owner of the tables, too.
  role: 'kindling_system',
} as const;

export const tables: {
  account: readonly CopyTable[];
  other: readonly string[];
  bulk: readonly BulkTable[];
} = {
  account: [
    // The triggers of the tables before it store events of the copying itself, which no subscriber shall get.
    { ...common, table: 'domain_events', keys: ['account_id', 'id'], clearFirst: true },
    { ...common, table: 'event_streams', keys: ['account_id'] },
    { ...common, table: 'event_cursors', keys: ['account_id', 'subscriber'] },
  ],
  other: ['event_subscribers'],
  bulk: [{ table: 'domain_events', parts: ['position is not null', 'position is null'] }],
};
