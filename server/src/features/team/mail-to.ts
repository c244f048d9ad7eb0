/** What mails say of members and of what they are limited to. */
import { asLanguage } from '@kindling/contract/constants';
import { listedLocations } from '@kindling/contract/team';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { printableName } from '../../lib/printable-name.ts';
import { listLocationNames } from '../businesses/index.ts';
import type { MemberRow } from '../identity/index.ts';

/** How a mail addresses a member. */
export function mailTo(member: Pick<MemberRow, 'email' | 'locale' | 'display_name'>) {
  return {
    to: member.email,
    locale: asLanguage(member.locale),
    name: member.display_name || null,
  };
}

/** The first locations whose name a mail may print, and how many there are. */
export async function nameLocations(trx: Transaction<DB>, accountId: string, ids: readonly string[]) {
  const names = ids.length === 0 ? [] : await listLocationNames(trx, accountId, ids);
  const printable = names.filter((name) => printableName(name) !== null);
  return { names: printable.slice(0, listedLocations), count: ids.length };
}
