/**
 * Sessions that were ended here. Every process on this database refuses their access tokens from the next request on,
 * before they expire. Sessions that a hosted provider ends by itself are not known here.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { type Bearer, bearerOf, type CallContext, signedInUser } from '../../http/caller.ts';

/** Longer than an access or refresh token lives, ours and those of hosted providers. */
const retentionDays = 31;

interface Deps {
  db: Pick<Database, 'pool'>;
}
type Token = Pick<Bearer, 'sessionId' | 'token'>;

/** For a provider whose tokens name no session, only the token itself is recorded. */
const endedSessionIds = ({ sessionId, token }: Token): string[] => [
  `token ${createHash('sha256').update(token).digest('base64url')}`,
  ...(sessionId === null ? [] : [sessionKey(sessionId)]),
];
const sessionKey = (sessionId: string) => `session ${sessionId}`;

/** The keys of the topic `sign-ins` (migration 0035) that concern whoever makes this call. */
export function signInChangeKeys(context: CallContext): string[] {
  const { userId, accountId } = signedInUser(context);
  const { caller } = context;
  const ended = endedSessionIds(bearerOf(context)).map((id) => createHash('sha256').update(id).digest('hex'));
  return [...ended, userId, accountId, ...(caller.kind === 'acting-admin' ? [caller.adminId] : [])];
}

export async function isSessionEnded(trx: Transaction<DB>, token: Token): Promise<boolean> {
  const row = await trx
    .selectFrom('ended_sessions')
    .select('id')
    .where('id', 'in', endedSessionIds(token))
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses every token of this sign-in. */
export function markSessionEnded(deps: Deps, sessionId: string): Promise<void> {
  return insertEndedSessions(deps, [sessionKey(sessionId)]);
}

/** Refuses this token, and with it all of its sign-in where it names one. */
export function markTokenEnded(deps: Deps, token: Token): Promise<void> {
  return insertEndedSessions(deps, endedSessionIds(token));
}

async function insertEndedSessions({ db }: Deps, ids: string[]): Promise<void> {
  const now = Date.now();
  const forgetAt = new Date(now + retentionDays * 86_400_000);
  await inSystem(db, async (trx) => {
    await trx.deleteFrom('ended_sessions').where('forget_at', '<', new Date(now)).execute();
    await trx
      .insertInto('ended_sessions')
      .values(ids.map((id) => ({ id, forget_at: forgetAt })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
