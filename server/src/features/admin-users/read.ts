/** What administrators see: the list of people, a person, an account, its activity. */
import {
  type ActivityEntry,
  type AdminAccount,
  activityPageSize,
  type ListedPerson,
  listedAccounts,
  listedOfAccount,
  type Person,
  type UserSort,
  userPageSize,
} from '@kindling/contract/admin-users';
import { inSystem } from '../../db/transaction.ts';
import { notFound } from '../../lib/app-error.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { findSubscription } from '../billing/index.ts';
import {
  findAccount,
  listBusinessesOf,
  listConnectionsOf,
  listEmbedsOf,
  listListingsOf,
  listMembers,
  listPagesOf,
  sumPayments,
} from './account-queries.ts';
import type { AdminUsersDeps } from './deps.ts';
import { findPerson, listPeople, listSummaries, type PeopleFilter, type SummaryRow } from './list-queries.ts';
import { presentAccount, presentActivity, presentListed, presentPerson } from './present.ts';
import { listActivity, listOperatorEntries } from './trail-queries.ts';

type Deps = Pick<AdminUsersDeps, 'db' | 'plansEnabled' | 'now'>;

/** Accounts of one person that their profile lists. */
const profileAccounts = 50;
/** Entries of the operator's trail that the profile of a person shows. */
const profileEntries = 20;

export function readPeople(
  { db, plansEnabled, now }: Deps,
  { sort, cursor, ...filter }: PeopleFilter & { sort: UserSort; cursor?: string | undefined },
): Promise<{ people: ListedPerson[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const presenting = { plansEnabled, now: now() };
  return inSystem(db, async (trx) => {
    const page = { sort, after, limit: userPageSize + 1, now: presenting.now };
    const found = await listPeople(trx, filter, page);
    const rows = found.slice(0, userPageSize);
    const last = found.length > userPageSize ? rows.at(-1) : undefined;
    const ids = rows.map(({ id }) => id);
    const accounts = groupByPerson(ids.length === 0 ? [] : await listSummaries(trx, ids, listedAccounts));
    return {
      people: rows.map((row) => presentListed(row, accounts.get(row.id) ?? [], presenting)),
      nextCursor: last === undefined ? null : encodeCursor({ time: last.position, id: last.id }),
    };
  });
}

function groupByPerson(rows: readonly SummaryRow[]): Map<string, SummaryRow[]> {
  const groups = new Map<string, SummaryRow[]>();
  for (const row of rows) groups.set(row.user_id, [...(groups.get(row.user_id) ?? []), row]);
  return groups;
}

/** @throws AppError `not-found` */
export function readPerson(
  { db, plansEnabled, now }: Deps,
  adminId: string,
  userId: string,
): Promise<Person> {
  return inSystem(db, async (trx) => {
    const row = await findPerson(trx, userId);
    if (row === null) throw notFound();
    const accounts = await listSummaries(trx, [userId], profileAccounts);
    const entries = await listOperatorEntries(trx, userId, profileEntries);
    return presentPerson(row, { adminId, accounts, entries }, { plansEnabled, now: now() });
  });
}

/** @throws AppError `not-found` */
export function readAccount({ db, plansEnabled, now }: Deps, accountId: string): Promise<AdminAccount> {
  return inSystem(db, async (trx) => {
    const account = await findAccount(trx, accountId);
    if (account === null) throw notFound();
    const parts = {
      account,
      subscription: plansEnabled ? await findSubscription(trx, accountId) : null,
      payments: plansEnabled ? await sumPayments(trx, accountId) : [],
      members: await listMembers(trx, accountId, listedOfAccount),
      businesses: await listBusinessesOf(trx, accountId, listedOfAccount),
      connections: await listConnectionsOf(trx, accountId, listedOfAccount),
      listings: await listListingsOf(trx, accountId, listedOfAccount),
      embeds: await listEmbedsOf(trx, accountId, listedOfAccount),
      pages: await listPagesOf(trx, accountId, listedOfAccount),
    };
    return presentAccount(parts, { plansEnabled, now: now() });
  });
}

export function readActivity(
  { db }: Deps,
  accountId: string,
  cursor: string | undefined,
): Promise<{ entries: ActivityEntry[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  return inSystem(db, async (trx) => {
    const found = await listActivity(trx, accountId, { after, limit: activityPageSize + 1 });
    const rows = found.slice(0, activityPageSize);
    const last = found.length > activityPageSize ? rows.at(-1) : undefined;
    return {
      entries: rows.map(presentActivity),
      nextCursor: last === undefined ? null : encodeCursor({ time: last.position, id: last.id }),
    };
  });
}
