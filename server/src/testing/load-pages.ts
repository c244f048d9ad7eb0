/** For tests and benchmarks: pages for many visitors at once. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import { newId } from '../lib/ids.ts';

/** The end of the plain link of a page. */
export const loadSlug = (index: number): string => `page-of-load-${index}`;

/** Accounts with a page each, so that no limit of one of them is reached. Needs a transaction of the system. */
export async function insertLoadPages(trx: Transaction<DB>, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const [account, business, location, pipeline, destination] = Array.from({ length: 5 }, newId);
    await sql`insert into accounts (id, name, trial_ends_at) values (${account}, 'Load', now() + interval '14 days')`.execute(
      trx,
    );
    await sql`insert into businesses (account_id, id, name) values (${account}, ${business}, 'Harbour Street Bakery')`.execute(
      trx,
    );
    await sql`insert into locations (account_id, id, business_id, name) values (${account}, ${location}, ${business}, 'Harbour Street')`.execute(
      trx,
    );
    await sql`insert into destinations (account_id, id, location_id, position, source, label, url)
      values (${account}, ${destination}, ${location}, 0, 'google', 'Google',
              'https://search.google.com/local/writereview?placeid=ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ')`.execute(
      trx,
    );
    await sql`insert into pipelines (account_id, id, business_id, location_id, name, slug)
      values (${account}, ${pipeline}, ${business}, ${location}, 'Load', ${loadSlug(index)})`.execute(trx);
  }
}

let visits = 0;

/** Every visit has a network of its own, which a trusted proxy names. */
export function headersOfVisit(): Record<string, string> {
  visits += 1;
  return {
    accept: 'application/json',
    'x-forwarded-for': `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${visits & 255}`,
  };
}
