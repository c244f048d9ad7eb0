/** Templates of replies. They are texts only: inserting one sends nothing. */
import {
  maxReplyTemplates,
  type ReplyTemplate,
  type ReplyTemplateFields,
} from '@kindling/contract/reply-templates';
import type { Database } from '../../db/client.ts';
import { inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, lockAccount } from '../identity/index.ts';
import {
  countTemplates,
  deleteTemplate,
  hasBusiness,
  insertTemplate,
  listTemplateRows,
  updateTemplate,
} from './queries.ts';

export interface TemplatesDeps {
  db: Pick<Database, 'pool'>;
}

export function listTemplates({ db }: TemplatesDeps, accountId: string): Promise<ReplyTemplate[]> {
  return inTenant(db, accountId, (trx) => listTemplateRows(trx, accountId));
}

/** @throws AppError `limit-reached`; `not-found` for a business that does not exist */
export async function addTemplate(
  { db }: TemplatesDeps,
  { accountId, userId }: SignedInUser,
  fields: ReplyTemplateFields,
): Promise<ReplyTemplate> {
  return inTenant(db, accountId, async (trx) => {
    // So that two at once cannot both pass the check.
    await lockAccount(trx, accountId);
    if ((await countTemplates(trx, accountId)) >= maxReplyTemplates) throw new AppError('limit-reached');
    if (fields.businessId !== null && !(await hasBusiness(trx, accountId, fields.businessId)))
      throw notFound();
    const template = await insertTemplate(trx, accountId, newId(), toStored(fields));
    await audit(trx, { accountId, userId, action: 'reply-template.created', target: template.id });
    return template;
  });
}

/** @throws AppError `not-found`; `conflict` when it has changed since `version` */
export async function changeTemplate(
  { db }: TemplatesDeps,
  { accountId, userId }: SignedInUser,
  { id, version }: { id: string; version: number },
  fields: ReplyTemplateFields,
): Promise<ReplyTemplate> {
  return inTenant(db, accountId, async (trx) => {
    if (fields.businessId !== null && !(await hasBusiness(trx, accountId, fields.businessId)))
      throw notFound();
    const changed = await updateTemplate(trx, accountId, { id, version }, toStored(fields));
    if (changed === 'conflict') throw new AppError('conflict');
    if (changed === null) throw notFound();
    await audit(trx, { accountId, userId, action: 'reply-template.changed', target: id });
    return changed;
  });
}

/** @throws AppError `not-found` */
export async function removeTemplate(
  { db }: TemplatesDeps,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<void> {
  await inTenant(db, accountId, async (trx) => {
    if (!(await deleteTemplate(trx, accountId, id))) throw notFound();
    await audit(trx, { accountId, userId, action: 'reply-template.removed', target: id });
  });
}

function toStored(fields: ReplyTemplateFields): ReplyTemplateFields {
  const texts = Object.entries(fields.texts).map(([language, text]) => [language, toStorableText(text)]);
  return {
    ...fields,
    texts: Object.fromEntries(texts),
    ratings: [...new Set(fields.ratings)].sort(),
    recommendations: [...new Set(fields.recommendations)].sort(),
  };
}
