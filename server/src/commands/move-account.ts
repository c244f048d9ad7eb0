/**
 * Copies an account from the embedded database to PostgreSQL: all of its rows, including its users' sign-ins, in one
 * transaction. Row counts and hashes per table must be equal, or the copy is rolled back. The tokens stay encrypted with
 * KINDLING_SECRET, so the target must run with the same secret. What lives only for minutes (one-time states, the queue,
 * sessions) stays behind.
 */
import { identityMigrations } from '@kindling/identity';
import { slices } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { type CopyTable, copyAccountRows as moveRows } from '../db/copy-account.ts';
import { migrate } from '../db/migrate.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { registerSubscribers } from '../events/jobs.ts';
import { placeEvents } from '../events/queries.ts';
import { tables as eventTables } from '../events/tables.ts';
import { findAccountByEmail } from '../features/identity/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { accountTablesOf } from '../slices/slice-tables.ts';

/** The sign-ins of the account's users at our own identity service. */
const signInTable = (subs: readonly string[]): CopyTable => ({
  schema: 'identity',
  table: 'account',
  keys: ['sub'],
  where: 'sub in (select jsonb_array_elements_text($1::jsonb))',
  parameter: JSON.stringify(subs),
});

/** All tables that are copied, in this order. */
export function movedTables(subs: readonly string[]): CopyTable[] {
  return [...accountTablesOf(slices), ...eventTables.account, signInTable(subs)];
}

/** Returns the lines of the report: rows and hash per table. */
export async function moveAccount(options: {
  settings: Settings;
  log: Log;
  email: string;
  targetUrl: string;
}): Promise<string[]> {
  const { settings, log, email } = options;
  const source = await openMigrated(settings, log);
  try {
    await requireAccount(source, email);
    const target = await openDatabase({ url: options.targetUrl, log });
    try {
      return await copyAccount(source, target, email, log);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function requireAccount(source: Database, email: string): Promise<{ id: string; subs: string[] }> {
  const account = await inSystem(source, (trx) => findAccountByEmail(trx, email));
  if (account === null) throw new Error(`there is no account with the address ${email}.`);
  return account;
}

/** Migrates the target and copies the account. @throws Error for an unknown address, or when the copy differs */
export async function copyAccount(
  source: Database,
  target: Database,
  email: string,
  log: Log,
): Promise<string[]> {
  const account = await requireAccount(source, email);
  await migrate(target, { log, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  if ((await inSystem(target, (trx) => findAccountByEmail(trx, email))) !== null)
    throw new Error(
      `the other database has an account with the address ${email} already; nothing was changed.`,
    );
  // Subscribers go on in the copy where they stood. Events without a place would be ordered by the source's numbers there.
  await registerSubscribers(
    source,
    slices.flatMap(({ subscribers }) => subscribers),
  );
  while (await inTenant(source, account.id, (trx) => placeEvents(trx, account.id)));
  const moved = await moveRows(source, target, {
    accountId: account.id,
    tables: movedTables(account.subs),
  });
  const width = Math.max(...moved.map((table) => table.table.length));
  return [
    ...moved.map(
      (table) => `${table.table.padEnd(width)}  ${String(table.rows).padStart(8)} rows  ${table.hash}`,
    ),
    `The account of ${email} is now in both databases, equal row for row. Start with DATABASE_URL and the same KINDLING_SECRET to use the copy.`,
  ];
}
