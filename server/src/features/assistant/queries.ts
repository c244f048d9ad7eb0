import { type AssistantTone, assistantTones } from '@kindling/contract/assistant';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

export interface StoredSettings {
  /** Null: switched off. */
  allowedHost: string | null;
  tone: AssistantTone;
  facts: string;
  signOff: string;
}

export async function findSettings(trx: Transaction<DB>, accountId: string): Promise<StoredSettings | null> {
  const row = await trx
    .selectFrom('assistant_settings')
    .select(['allowed_host', 'tone', 'facts', 'sign_off'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const tone = assistantTones.find((one) => one === row.tone) ?? 'friendly';
  return { allowedHost: row.allowed_host, tone, facts: row.facts, signOff: row.sign_off };
}

export async function saveSettings(
  trx: Transaction<DB>,
  accountId: string,
  { allowedHost, tone, facts, signOff }: StoredSettings,
): Promise<void> {
  const columns = { allowed_host: allowedHost, tone, facts, sign_off: signOff };
  await trx
    .insertInto('assistant_settings')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ ...columns, updated_at: sql`now()` }),
    )
    .execute();
}

/** Days for which the numbers of drafts are stored; only those of today are read. */
const storedDays = 30;

/** Counts one draft of today. @returns the numbers with it, of the person and of the account */
export async function countDraft(
  trx: Transaction<DB>,
  accountId: string,
  userId: string,
): Promise<{ person: number; account: number }> {
  const today = sql<string>`(now() at time zone 'UTC')::date`;
  const { drafts } = await trx
    .insertInto('assistant_days')
    .values({ account_id: accountId, day: today, user_id: userId, drafts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'day', 'user_id'])
        .doUpdateSet({ drafts: sql`assistant_days.drafts + 1` }),
    )
    .returning('drafts')
    .executeTakeFirstOrThrow();
  const { total } = await trx
    .selectFrom('assistant_days')
    .select(sql<number>`sum(drafts)::int`.as('total'))
    .where('account_id', '=', accountId)
    .where('day', '=', today)
    .executeTakeFirstOrThrow();
  if (drafts === 1)
    await trx
      .deleteFrom('assistant_days')
      .where('account_id', '=', accountId)
      .where('day', '<', sql<string>`${today} - ${storedDays}::int`)
      .execute();
  return { person: drafts, account: total };
}
