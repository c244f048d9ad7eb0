/** The list of held submissions. */
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { ListPosition } from '../../lib/list-cursor.ts';

export interface HeldRow {
  id: string;
  location_id: string;
  location_name: string;
  door: string;
  held_for: string[];
  rating: number | null;
  thumb: 'up' | 'down' | null;
  text: string | null;
  author_name: string | null;
  contact: string | null;
  answers: unknown;
  message: string | null;
  message_person: unknown;
  created_at: Date;
  /** `created_at` with microseconds, for the cursor. */
  position: string;
}

/** Newest first, starting after `after`. */
export async function listHeldRows(
  trx: Transaction<DB>,
  accountId: string,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select s.id, s.location_id, l.name as location_name, s.door, s.held_for, s.rating, s.thumb, s.text, s.author_name,
           s.contact, s.answers, s.message, s.message_person, s.created_at,
           to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
      from submissions s
      join locations l on l.account_id = s.account_id and l.id = s.location_id
     where s.account_id = ${accountId}::uuid and s.state = 'held'
       and (${after === null} or (s.created_at, s.id) < (${after?.time ?? null}::timestamptz, ${after?.id ?? null}::uuid))
     order by s.created_at desc, s.id desc
     limit ${limit}`.execute(trx);
  return rows;
}

export async function countHeld(trx: Transaction<DB>, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from submissions where account_id = ${accountId}::uuid and state = 'held'`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}
