/** Whether an account uses the assistant, and how it writes. The permission is for one host: another one needs a new one. */
import { isDeepStrictEqual } from 'node:util';
import type { Assistant } from '@kindling/contract/assistant';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, lockAccount } from '../identity/index.ts';
import type { AssistantDeps } from './deps.ts';
import { findSettings, saveSettings } from './queries.ts';

export async function readAssistant(
  { model }: Pick<AssistantDeps, 'model'>,
  trx: Transaction<DB>,
  accountId: string,
): Promise<Assistant> {
  const stored = await findSettings(trx, accountId);
  return {
    host: model?.host ?? null,
    simulated: model?.simulated ?? false,
    on: model !== null && stored?.allowedHost === model.host,
    tone: stored?.tone ?? 'friendly',
    facts: stored?.facts ?? '',
    signOff: stored?.signOff ?? '',
  };
}

/** @throws AppError `not-configured`; `conflict` when `host` is not the one that would receive the reviews */
export async function updateAssistant(
  deps: AssistantDeps,
  { accountId, userId }: SignedInUser,
  { on, host, ...wanted }: Omit<Assistant, 'host' | 'simulated'> & { host: string },
): Promise<Assistant> {
  const { model } = deps;
  if (model === null) throw new AppError('not-configured');
  if (host !== model.host) throw new AppError('conflict');
  return inTenant(deps.db, accountId, async (trx) => {
    // Two at once must not both record the same change.
    await lockAccount(trx, accountId);
    const before = await readAssistant(deps, trx, accountId);
    await saveSettings(trx, accountId, {
      allowedHost: on ? host : null,
      tone: wanted.tone,
      facts: toStorableText(wanted.facts),
      signOff: toStorableText(wanted.signOff),
    });
    if (before.on !== on)
      await audit(trx, {
        accountId,
        userId,
        action: on ? 'assistant.switched-on' : 'assistant.switched-off',
      });
    const after = await readAssistant(deps, trx, accountId);
    if (!isDeepStrictEqual({ ...before, on }, after))
      await audit(trx, { accountId, userId, action: 'assistant.changed' });
    return after;
  });
}
