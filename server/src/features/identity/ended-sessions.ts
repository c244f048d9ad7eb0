/**
 * Sign-ins that were ended here. Their access tokens are refused from the next request on, by every process on this
 * database, although each would be valid for a while yet. What a hosted provider ends by itself is not known here.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/client.ts';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { type Bearer, bearerOf, type CallContext, signedIn } from '../../http/caller.ts';

/** Longer than an access or refresh token lives, ours and those of hosted providers. */
const keptDays = 31;

interface Deps {
  db: Pick<Database, 'pool'>;
}
type Token = Pick<Bearer, 'sessionId' | 'token'>;

/** A provider that names no session in its tokens leaves the token itself to go by. */
const idsOf = ({ sessionId, token }: Token): string[] => [
  `token ${createHash('sha256').update(token).digest('base64url')}`,
  ...(sessionId === null ? [] : [nameOf(sessionId)]),
];
const nameOf = (sessionId: string) => `session ${sessionId}`;

/** The keys of the topic `sign-ins` (migration 0035) that concern whoever makes this call. */
export function signInKeys(context: CallContext): string[] {
  const { userId, accountId } = signedIn(context);
  const ended = idsOf(bearerOf(context)).map((id) => createHash('sha256').update(id).digest('hex'));
  return [...ended, userId, accountId];
}

export async function isEnded(trx: Transaction<DB>, token: Token): Promise<boolean> {
  const row = await trx
    .selectFrom('ended_sessions')
    .select('id')
    .where('id', 'in', idsOf(token))
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses every token of this sign-in. */
export function refuseSession(deps: Deps, sessionId: string): Promise<void> {
  return refuse(deps, [nameOf(sessionId)]);
}

/** Refuses this token, and with it all of its sign-in where it names one. */
export function refuseToken(deps: Deps, token: Token): Promise<void> {
  return refuse(deps, idsOf(token));
}

async function refuse({ db }: Deps, ids: string[]): Promise<void> {
  const now = Date.now();
  const forgetAt = new Date(now + keptDays * 86_400_000);
  await inSystem(db, async (trx) => {
    await trx.deleteFrom('ended_sessions').where('forget_at', '<', new Date(now)).execute();
    await trx
      .insertInto('ended_sessions')
      .values(ids.map((id) => ({ id, forget_at: forgetAt })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
