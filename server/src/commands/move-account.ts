/**
 * Copies an account from the embedded database to PostgreSQL: all of its rows, including its members and their sign-ins,
 * in one transaction. A member whom the target knows by another account stays there as they are. Row counts and hashes per table must be equal, or the copy is rolled back. The tokens stay encrypted with
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
import { assignPositions } from '../events/queries.ts';
import { tables as eventTables } from '../events/tables.ts';
import {
  findOwnedAccounts,
  isAccountPresent,
  listKnownPeople,
  type OwnedAccount,
} from '../features/identity/index.ts';
import type { Log } from '../lib/log.ts';
import { openMigrated } from '../open-migrated.ts';
import { type AccountTable, accountTablesOf } from '../slices/slice-tables.ts';

/** The sign-ins of the account's users at our own identity service, with their second factors. */
const signInTables = (subs: readonly string[]): CopyTable[] =>
  [
    { table: 'account', keys: ['sub'] },
    { table: 'passkey', keys: ['id'] },
    { table: 'authenticator_app', keys: ['sub'] },
    { table: 'recovery_code', keys: ['sub', 'code_hash'] },
  ].map((named) => ({
    schema: 'identity',
    ...named,
    where: 'sub in (select jsonb_array_elements_text($1::jsonb))',
    parameter: JSON.stringify(subs),
  }));

/** Rows of people are those of `userIds`; all others carry the account's id. */
function copiedTable(table: AccountTable, userIds: readonly string[]): CopyTable {
  if (table.memberColumn === undefined) return table;
  const where = `${table.memberColumn} in (select jsonb_array_elements_text($1::jsonb)::uuid)`;
  return { ...table, where, parameter: JSON.stringify(userIds) };
}

/** All tables that are copied, in this order. */
export function movedTables({
  userIds,
  subs,
}: {
  userIds: readonly string[];
  subs: readonly string[];
}): CopyTable[] {
  const ofAccount = [...accountTablesOf(slices), ...eventTables.account];
  return [...ofAccount.map((table) => copiedTable(table, userIds)), ...signInTables(subs)];
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

/** @param owner address of an owner, or the account's id where the owner has several */
async function requireAccount(source: Database, owner: string): Promise<OwnedAccount> {
  const [account, second] = await inSystem(source, (trx) => findOwnedAccounts(trx, owner));
  if (account === undefined) throw new Error(`there is no account with the address ${owner}.`);
  if (second !== undefined)
    throw new Error(
      `${owner} owns several accounts; give the id of one instead: ${account.id}, ${second.id} and so on.`,
    );
  return account;
}

/**
 * Migrates the target and copies the account.
 * @param owner address of an owner, or the account's id
 * @throws Error for an unknown account, or when the copy differs
 */
export async function copyAccount(
  source: Database,
  target: Database,
  owner: string,
  log: Log,
): Promise<string[]> {
  const account = await requireAccount(source, owner);
  await migrate(target, { log, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  if (await inSystem(target, (trx) => isAccountPresent(trx, account)))
    throw new Error(
      `the other database has the account, or another person with the address of a member, already; nothing was changed.`,
    );
  const known = await inSystem(target, (trx) =>
    listKnownPeople(
      trx,
      account.people.map(({ id }) => id),
    ),
  );
  // Whoever came with another of their accounts may have changed their profile there since: it stays as it is.
  const newcomers = account.people.filter(({ id }) => !known.includes(id));
  const userIds = newcomers.map(({ id }) => id);
  // Subscribers go on in the copy where they stood. Events without a position would be ordered by the source's numbers there.
  await registerSubscribers(
    source,
    slices.flatMap(({ subscribers }) => subscribers),
  );
  while (await inTenant(source, account.id, (trx) => assignPositions(trx, account.id)));
  const moved = await moveRows(source, target, {
    accountId: account.id,
    tables: movedTables({ userIds, subs: newcomers.map(({ sub }) => sub) }),
  });
  const width = Math.max(...moved.map((table) => table.table.length));
  return [
    ...moved.map(
      (table) => `${table.table.padEnd(width)}  ${String(table.rows).padStart(8)} rows  ${table.hash}`,
    ),
    `The account of ${owner} is now in both databases, equal row for row. Start with DATABASE_URL and the same KINDLING_SECRET to use the copy.`,
  ];
}
