/** The draft of an embed, for links that show it to people without an account. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Transaction } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import { type EmbedSummaryRow, findEmbed, lockEmbed } from './queries.ts';

export interface Draft {
  code: string;
  settings: EmbedSettings;
  /** By the operator. */
  takenDown: boolean;
}

export async function findDraft(trx: Transaction<DB>, accountId: string, id: string): Promise<Draft | null> {
  const row = await findEmbed(trx, accountId, id);
  return row === null ? null : toDraft(row);
}

/** As `findDraft`, with a lock until the transaction ends. */
export async function lockDraft(trx: Transaction<DB>, accountId: string, id: string): Promise<Draft | null> {
  const row = await lockEmbed(trx, accountId, id);
  return row === null ? null : toDraft(row);
}

function toDraft({ code, draft, taken_down_at }: EmbedSummaryRow): Draft {
  return { code, settings: embedSettingsSchema.parse(draft), takenDown: taken_down_at !== null };
}
