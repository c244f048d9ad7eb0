/** Drafts of embeds: list, create, edit and remove them, and read their traffic. */
import { isDeepStrictEqual } from 'node:util';
import {
  type EmbedKind,
  type EmbedSettings,
  embedSettingsSchema,
  maxEmbedLocations,
  newEmbedSettings,
} from '@kindling/contract/embed-settings';
import type { Traffic } from '@kindling/contract/embed-traffic';
import type { Embed, ListedEmbed } from '@kindling/contract/embeds';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { notFound } from '../../lib/app-error.ts';
import { currentLocationLimit } from '../../lib/caller-scope.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { readTraffic, sumRecentViews } from '../embed-traffic/index.ts';
import { audit } from '../identity/index.ts';
import { assertNoPublicSuffixWildcard } from './allowed-site-rules.ts';
import type { EmbedsDeps } from './deps.ts';
import { findMarket, kindOf, presentEmbed, presentListed, readEmbed } from './present.ts';
import { deleteEmbed, insertEmbed, listEmbedRows, updateDraft } from './queries.ts';
import { assertLayoutFitsKind, assertLocations, assertPicks } from './setting-checks.ts';

export async function listEmbeds(deps: EmbedsDeps, accountId: string, kind: string): Promise<ListedEmbed[]> {
  const market = await findMarket(deps, accountId);
  return inTenant(deps.db, accountId, async (trx) => {
    const rows = await listEmbedRows(trx, accountId, kind);
    const ids = rows.map((row) => row.id);
    const views = await sumRecentViews(trx, accountId, ids);
    return rows.map((row) => ({ ...presentListed(row, market), views30: views.get(row.id) ?? 0 }));
  });
}

export async function getEmbed(deps: EmbedsDeps, accountId: string, id: string): Promise<Embed> {
  const row = await inTenant(deps.db, accountId, (trx) => readEmbed(trx, accountId, id));
  return presentEmbed(deps, accountId, row);
}

export async function createEmbed(
  deps: EmbedsDeps,
  user: SignedInUser,
  request: {
    kind: EmbedKind;
    name: string;
    settings?: EmbedSettings | undefined;
    language?: EmbedSettings['language'] | undefined;
  },
): Promise<Embed> {
  const created = await inTenant(deps.db, user.accountId, async (trx) => {
    const id = newId();
    const { kind, name, settings, language } = request;
    const draft = settings ?? defaultSettings(user.accountId, kind, language);
    assertLayoutFitsKind(kind, draft);
    assertNoPublicSuffixWildcard(draft);
    await assertLocations(trx, user.accountId, draft);
    await assertPicks(trx, user.accountId, draft);
    await insertEmbed(trx, user.accountId, { id, code: newPublicCode(), kind, name, draft });
    await audit(trx, { accountId: user.accountId, userId: user.userId, action: 'embed.created', target: id });
    return readEmbed(trx, user.accountId, id);
  });
  return presentEmbed(deps, user.accountId, created);
}

export async function saveEmbed(
  deps: EmbedsDeps,
  user: SignedInUser,
  id: string,
  change: { name: string; settings: EmbedSettings },
): Promise<Embed> {
  const { accountId } = user;
  const saved = await inTenant(deps.db, accountId, async (trx) => {
    const row = await readEmbed(trx, accountId, id);
    assertLayoutFitsKind(kindOf(row), change.settings);
    assertNoPublicSuffixWildcard(change.settings);
    await assertLocations(trx, accountId, change.settings);
    const [draft, published] = [row.draft, row.published ?? {}].map((one) => embedSettingsSchema.parse(one));
    const stored = [...(draft?.pickedIds ?? []), ...(published?.pickedIds ?? [])];
    await assertPicks(trx, accountId, change.settings, stored);
    if (!(await updateDraft(trx, accountId, id, { name: change.name, draft: change.settings })))
      throw notFound();
    if (row.name !== change.name || !isDeepStrictEqual(draft, change.settings))
      await audit(trx, { accountId, userId: user.userId, action: 'embed.changed', target: id });
    return readEmbed(trx, accountId, id);
  });
  return presentEmbed(deps, accountId, saved);
}

export async function removeEmbed(deps: EmbedsDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId } = user;
  const code = await inTenant(deps.db, accountId, async (trx) => {
    const { code: removed, name } = await readEmbed(trx, accountId, id);
    if (!(await deleteEmbed(trx, accountId, id))) throw notFound();
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'embed.removed',
      target: id,
      personal: { before: name },
    });
    return removed;
  });
  deps.store.drop(code);
}

/** Loads, clicks and reads of one embed over the last `days` days. */
export function getTraffic(
  deps: Pick<EmbedsDeps, 'db'>,
  accountId: string,
  id: string,
  days: number,
): Promise<Traffic> {
  return inTenant(deps.db, accountId, async (trx) => {
    await readEmbed(trx, accountId, id);
    return readTraffic(trx, accountId, id, days);
  });
}

/** Without locations an embed shows all of the account, so one of a limited member begins with theirs. */
function defaultSettings(
  accountId: string,
  kind: EmbedKind,
  language: EmbedSettings['language'] | undefined,
): EmbedSettings {
  const locationIds = currentLocationLimit(accountId)?.slice(0, maxEmbedLocations) ?? [];
  return embedSettingsSchema.parse({ ...newEmbedSettings[kind], language, locationIds });
}
