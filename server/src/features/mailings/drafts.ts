/** Writing a mailing: the list, drafts, the preview, and the mail to oneself. */
import type { Language } from '@kindling/contract/constants';
import {
  type Mailing,
  type MailingDraft,
  type MailingSummary,
  type MailPreview,
  mailingLimits,
  planSegments,
  type RecipientsPreview,
} from '@kindling/contract/mailings';
import type { Transaction } from 'kysely';
import { inSystem } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { newId } from '../../lib/ids.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { auditOperator } from '../identity/index.ts';
import { htmlForScreen } from '../mail/index.ts';
import { type MailingsDeps, nowOf } from './deps.ts';
import {
  deleteMailing,
  findMailing,
  insertMailing,
  listMailings,
  lockDrafts,
  lockMailing,
  type MailingRow,
  updateDraft,
} from './mailing-queries.ts';
import { findPerson } from './person-queries.ts';
import { presentMailing, presentRecipients, presentSummary } from './present.ts';
import { readResults } from './recipient-queries.ts';
import { countAudience, listSample } from './segments.ts';
import { languageFor, mailFor, problemsOf, type Recipient, valuesOf } from './text.ts';

export async function listAll(
  deps: MailingsDeps,
  cursor: string | undefined,
): Promise<{ mailings: MailingSummary[]; nextCursor: string | null }> {
  const after = cursor === undefined ? null : decodeCursor(cursor);
  const found = await inSystem(deps.db, (system) =>
    listMailings(system, { after, limit: mailingLimits.page + 1 }),
  );
  const rows = found.slice(0, mailingLimits.page);
  const last = found.length > mailingLimits.page ? rows.at(-1) : undefined;
  return {
    mailings: rows.map(presentSummary),
    nextCursor: last === undefined ? null : encodeCursor({ time: last.position, id: last.id }),
  };
}

/** @throws AppError `not-found` */
export async function readMailing(system: Transaction<DB>, id: string): Promise<Mailing> {
  const row = await findMailing(system, id);
  if (row === null) throw notFound();
  const results = row.listed === null ? null : await readResults(system, id, row.listed);
  const person = row.segment.kind === 'person' ? await findPerson(system, row.segment.userId) : null;
  return presentMailing(
    row,
    results,
    person && { id: person.userId, email: person.email, displayName: person.displayName },
  );
}

export function getMailing({ db }: MailingsDeps, id: string): Promise<Mailing> {
  return inSystem(db, (system) => readMailing(system, id));
}

function requireSegment({ plansEnabled }: MailingsDeps, { segment }: MailingDraft): void {
  if (plansEnabled || !planSegments.includes(segment.kind)) return;
  throw new AppError('invalid-input', undefined, {
    fields: [{ path: 'segment.kind', message: 'This installation has no plans.' }],
  });
}

/** @throws AppError `limit-reached` with too many drafts; `invalid-input` for a segment that does not exist here */
export function createDraft(deps: MailingsDeps, adminId: string, draft: MailingDraft): Promise<Mailing> {
  requireSegment(deps, draft);
  return inSystem(deps.db, async (system) => {
    if ((await lockDrafts(system)) >= mailingLimits.drafts) throw new AppError('limit-reached');
    const id = newId();
    await insertMailing(system, id, { draft, adminId, at: nowOf(deps) });
    await auditOperator(system, { adminId, action: 'mailing.created', target: id });
    return readMailing(system, id);
  });
}

/**
 * A draft as it was shown.
 * @throws AppError `not-found`; `conflict` when somebody changed, confirmed or stopped it since `version` was read
 */
export async function lockDraft(
  system: Transaction<DB>,
  { id, version }: { id: string; version: number },
): Promise<MailingRow> {
  const row = await lockMailing(system, id);
  if (row === null) throw notFound();
  if (row.state !== 'draft' || row.version !== version) throw new AppError('conflict');
  return row;
}

/** @throws AppError as {@link lockDraft} and {@link createDraft} */
export function changeDraft(
  deps: MailingsDeps,
  adminId: string,
  { draft, ...which }: { id: string; version: number; draft: MailingDraft },
): Promise<Mailing> {
  requireSegment(deps, draft);
  return inSystem(deps.db, async (system) => {
    await lockDraft(system, which);
    await updateDraft(system, which.id, { draft, adminId, at: nowOf(deps) });
    await auditOperator(system, { adminId, action: 'mailing.changed', target: which.id });
    return readMailing(system, which.id);
  });
}

/** @throws AppError as {@link lockDraft} */
export function removeDraft(
  { db }: MailingsDeps,
  adminId: string,
  which: { id: string; version: number },
): Promise<void> {
  return inSystem(db, async (system) => {
    await lockDraft(system, which);
    await deleteMailing(system, which.id);
    await auditOperator(system, { adminId, action: 'mailing.removed', target: which.id });
  });
}

/** What somebody with this language would get. */
export async function previewMail(
  deps: MailingsDeps,
  adminId: string,
  { draft, language, values }: { draft: MailingDraft; language: Language; values: 'own' | 'fallback' },
): Promise<MailPreview> {
  const problems = problemsOf(draft);
  if (problems.length > 0) return { problems, mail: null };
  const admin = await inSystem(deps.db, (system) => requirePerson(system, adminId));
  const shown = languageFor(draft, language);
  const filled = values === 'own' ? valuesOf(admin, shown) : {};
  const request = mailFor(deps, draft, admin, { language: shown, values: filled });
  const mail = deps.composeMail(request);
  return { problems, mail: { subject: mail.subject, html: htmlForScreen(mail), text: mail.text } };
}

async function requirePerson(system: Transaction<DB>, userId: string): Promise<Recipient> {
  const person = await findPerson(system, userId);
  if (person === null) throw notFound();
  return person;
}

/** @throws AppError `not-found` */
export function previewRecipients(deps: MailingsDeps, id: string): Promise<RecipientsPreview> {
  return inSystem(deps.db, async (system) => {
    const row = await findMailing(system, id);
    if (row === null) throw notFound();
    const audience = { kind: row.kind, segment: row.segment, now: nowOf(deps) };
    const counts = await countAudience(system, audience);
    const sample = await listSample(system, audience, mailingLimits.sample);
    return presentRecipients(row, counts, sample, deps.maxRecipients);
  });
}

/** @throws AppError `invalid-input` for a text that cannot be sent */
export function requireSendable(draft: Pick<MailingDraft, 'texts' | 'fallback'>): void {
  const problems = problemsOf(draft);
  if (problems.length === 0) return;
  throw new AppError('invalid-input', undefined, {
    fields: problems.map(({ language, kind }) => ({ path: `texts.${language}`, message: kind })),
  });
}

/** @throws AppError `unavailable` without a mail server */
export function requireMail({ mailWorks }: MailingsDeps): void {
  if (!mailWorks) throw new AppError('unavailable');
}

/**
 * Sends the stored draft to the administrator alone.
 * @throws AppError as {@link lockDraft}; `invalid-input`; `unavailable`; `rate-limited`
 */
export async function sendTest(
  deps: MailingsDeps,
  adminId: string,
  { language, ...which }: { id: string; version: number; language: Language },
): Promise<{ to: string }> {
  requireMail(deps);
  const retryAfter = await deps.takeTest(adminId);
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  const { to, emailId } = await inSystem(deps.db, async (system) => {
    const row = await lockDraft(system, which);
    requireSendable(row);
    const admin = await requirePerson(system, adminId);
    const shown = languageFor(row, language);
    const request = mailFor(deps, row, admin, { language: shown, values: valuesOf(admin, shown) });
    await auditOperator(system, {
      adminId,
      action: 'mailing.test-sent',
      target: which.id,
      details: { language: shown },
    });
    return { to: admin.email, emailId: await deps.queueMail(request, system) };
  });
  await deps.deliverSoon([emailId]);
  return { to };
}
