/** QR codes and NFC cards: list, make, change, disable and remove them. */
import { isDeepStrictEqual } from 'node:util';
import { maxNameLength } from '@kindling/contract/code-files';
import { type CodeDesign, lookDesign } from '@kindling/contract/code-looks';
import { type Code, type CodeKind, type Contact, type ListedCode, maxCodes } from '@kindling/contract/codes';
import type { Transaction } from 'kysely';
import { inTenant } from '../../db/transaction.ts';
import type { DB } from '../../db/types.gen.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { currentLocationLimit, withoutLocationLimit } from '../../lib/caller-scope.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { toStorableText } from '../../lib/storable-text.ts';
import { audit, lockAccount, type PlainAuditAction } from '../identity/index.ts';
import type { AddedPipeline } from '../pipelines/index.ts';
import { assertScans, cleanDesign } from './check-design.ts';
import type { CodesDeps } from './deps.ts';
import { deleteUnusedLogos, findLogos, insertLogo } from './logo-queries.ts';
import { codeUrl, isEditable, kindOf, presentCode, presentListed } from './present.ts';
import {
  type CodePlace,
  type CodeRow,
  countCodes,
  deleteCode,
  findCodeRows,
  findPipelinePlace,
  insertCodes,
  isLocationOf,
  listCodeRows,
  listUnusedFirstCodes,
  setCodeDisabled,
  sumCodeFigures,
  updateCode,
} from './queries.ts';
import { retireCode } from './retire.ts';
import { type LogoRow, pictureOf, storeDesign, storedLogo } from './stored-design.ts';

/** The scan check accepts every look, which a test of the check proves. */
const firstDesign = lookDesign('soft');

type ListedLogo = { hash: string; type: LogoRow['type']; data: string };

export function listCodes(
  { db, publicUrl }: CodesDeps,
  accountId: string,
  kind: CodeKind,
  days: number,
): Promise<{ codes: ListedCode[]; logos: ListedLogo[] }> {
  return inTenant(db, accountId, async (trx) => {
    const rows = await listCodeRows(trx, accountId, kind, maxCodes);
    const ids = rows.map(({ id }) => id);
    const figures = await sumCodeFigures(trx, accountId, ids, days);
    const logos = await findLogos(
      trx,
      accountId,
      rows.map(({ design }) => storedLogo(design)),
    );
    return {
      codes: rows.map((row) => presentListed({ accountId, publicUrl }, row, figures.get(row.id))),
      logos: [...logos.values()].map((logo) => {
        const { type, data } = pictureOf(logo);
        return { hash: logo.hash, type, data };
      }),
    };
  });
}

/** The codes in the order of `ids`. @throws AppError `not-found` when the caller does not see one of them */
export async function readCodes(
  trx: Transaction<DB>,
  { publicUrl }: Pick<CodesDeps, 'publicUrl'>,
  accountId: string,
  ids: readonly string[],
): Promise<Code[]> {
  const rows = await findCodeRows(trx, accountId, ids);
  const logos = await findLogos(
    trx,
    accountId,
    rows.map(({ design }) => storedLogo(design)),
  );
  return ids.map((id) => {
    const row = rows.find((one) => one.id === id);
    if (row === undefined) throw notFound();
    return presentCode({ accountId, publicUrl }, row, logos);
  });
}

async function readCode(trx: Transaction<DB>, deps: CodesDeps, accountId: string, id: string): Promise<Code> {
  const [code] = await readCodes(trx, deps, accountId, [id]);
  if (code === undefined) throw notFound();
  return code;
}

export function getCode(deps: CodesDeps, accountId: string, id: string): Promise<Code> {
  return inTenant(deps.db, accountId, (trx) => readCode(trx, deps, accountId, id));
}

interface WantedPlace {
  pipelineId: string;
  locationId: string | null;
}

interface NewCodes extends WantedPlace {
  kind: CodeKind;
  names: readonly string[];
  series: string | null;
  design: CodeDesign;
  contact: Contact | null;
}

/**
 * One code for each name, all or none. The scan check reads the first one: the others differ from it by their random
 * characters only.
 * @throws AppError `invalid-input` for a design that does not scan, `not-found`, `limit-reached`
 */
export async function createCodes(deps: CodesDeps, user: SignedInUser, request: NewCodes): Promise<string[]> {
  const { accountId } = user;
  const { kind, names, series } = request;
  // Within the locations of the caller, and before the check of the design, which takes long.
  await inTenant(deps.db, accountId, (trx) => findPlace(trx, accountId, request));
  const design = cleanDesign(request.design);
  const first = await findCodeThatScans(deps, accountId, { kind, design });
  const made = names.map((name, index) => ({
    id: newId(),
    code: index === 0 ? first : newPublicCode(),
    name: toStorableText(name),
  }));
  const { design: stored, logo } = storeDesign(design);
  const create = async (trx: Transaction<DB>) => {
    await lockAccount(trx, accountId);
    const place = await findPlace(trx, accountId, request);
    if ((await countCodes(trx, accountId, kind)) + made.length > maxCodes)
      throw new AppError('limit-reached');
    await storeLogo(trx, accountId, logo);
    const content = { series, design: stored, contact: contactFor(kind, request.contact) };
    await insertCodes(
      trx,
      accountId,
      kind,
      made.map((one) => ({ ...one, ...place, ...content })),
    );
    await audit(trx, {
      accountId,
      userId: user.userId,
      action: 'code.created',
      target: made[0]?.id ?? '',
      details: { count: made.length },
    });
  };
  // The number of codes is limited for all locations together.
  await withoutLocationLimit(() => inTenant(deps.db, accountId, create));
  return made.map(({ id }) => id);
}

/** A reader can miss the picture of certain characters, so that a good design gets three chances. */
async function findCodeThatScans(
  deps: CodesDeps,
  accountId: string,
  { kind, design }: { kind: CodeKind; design: CodeDesign },
): Promise<string> {
  for (let left = 3; ; left -= 1) {
    const code = newPublicCode();
    try {
      await assertScans(deps, accountId, { content: codeUrl(deps.publicUrl, { kind, code }), design });
      return code;
    } catch (error) {
      if (left === 1 || !(error instanceof AppError) || error.code !== 'invalid-input') throw error;
    }
  }
}

/**
 * The QR code that a pipeline begins with, so that the owner has something to print at once; the plain design scans. A pipeline
 * begins without one where the account has as many as it may have.
 */
export async function addFirstCode(
  trx: Transaction<DB>,
  { accountId, id, businessId, locationId, name }: AddedPipeline,
): Promise<void> {
  await lockAccount(trx, accountId);
  if ((await countCodes(trx, accountId, 'qr')) >= maxCodes) return;
  const code = { id: newId(), code: newPublicCode(), name: name.slice(0, maxNameLength), first: true };
  const place = { businessId, pipelineId: id, locationId };
  const content = { series: null, design: storeDesign(firstDesign).design, contact: null };
  await insertCodes(trx, accountId, 'qr', [{ ...code, ...place, ...content }]);
}

/** Otherwise pipelines that are made and deleted in turn would leave a code each. Call it before the pipeline is deleted. */
export async function removeFirstCode(
  { reviewSites }: Pick<CodesDeps, 'reviewSites'>,
  trx: Transaction<DB>,
  accountId: string,
  pipelineId: string,
): Promise<void> {
  const ids = await listUnusedFirstCodes(trx, accountId, pipelineId);
  for (const id of ids) {
    await retireCode(reviewSites, trx, accountId, id);
    await deleteCode(trx, accountId, id);
  }
}

interface CodeChange extends WantedPlace {
  name: string;
  series: string | null;
  design: CodeDesign;
  contact: Contact | null;
}

/** @throws AppError as {@link createCodes}, and `conflict` when the code changed since `updatedAt` */
export async function changeCode(
  deps: CodesDeps,
  user: SignedInUser,
  id: string,
  change: CodeChange,
  updatedAt: string,
): Promise<Code> {
  const { accountId } = user;
  const before = await inTenant(deps.db, accountId, (trx) => getEditable(trx, accountId, id));
  const kind = kindOf(before);
  const design = cleanDesign(change.design);
  const { design: stored, logo } = storeDesign(design);
  if (!isDeepStrictEqual(stored, before.design))
    await assertScans(deps, accountId, { content: codeUrl(deps.publicUrl, before), design });
  const code = await inTenant(deps.db, accountId, async (trx) => {
    await getEditable(trx, accountId, id);
    const place = await findPlace(trx, accountId, change);
    await storeLogo(trx, accountId, logo);
    const content = {
      name: toStorableText(change.name),
      series: change.series,
      design: stored,
      contact: contactFor(kind, change.contact),
    };
    if (!(await updateCode(trx, accountId, id, { ...place, ...content }, new Date(updatedAt))))
      throw new AppError('conflict');
    if (before.pipeline_id !== place.pipelineId || before.location_id !== place.locationId)
      await auditCode(trx, user, 'code.pointed', id);
    if (!isDeepStrictEqual(content, contentOf(before))) await auditCode(trx, user, 'code.changed', id);
    return readCode(trx, deps, accountId, id);
  });
  if (storedLogo(before.design) !== (logo?.hash ?? null)) await removeUnusedLogos(deps, accountId);
  return code;
}

/** @throws AppError `not-found` */
export function setDisabled(
  deps: CodesDeps,
  user: SignedInUser,
  id: string,
  disabled: boolean,
): Promise<Code> {
  const { accountId } = user;
  return inTenant(deps.db, accountId, async (trx) => {
    await getEditable(trx, accountId, id);
    if (await setCodeDisabled(trx, accountId, id, disabled))
      await auditCode(trx, user, disabled ? 'code.disabled' : 'code.enabled', id);
    return readCode(trx, deps, accountId, id);
  });
}

/** What is printed shows the public links from then on. @throws AppError `not-found`, `rate-limited` */
export async function removeCode(deps: CodesDeps, user: SignedInUser, id: string): Promise<void> {
  const { accountId } = user;
  const retryAfter = await deps.removals.consume(accountId);
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  const row = await inTenant(deps.db, accountId, async (trx) => {
    const found = await getEditable(trx, accountId, id);
    await retireCode(deps.reviewSites, trx, accountId, id);
    await deleteCode(trx, accountId, id);
    const { userId } = user;
    const personal = { before: found.name };
    await audit(trx, { accountId, userId, action: 'code.removed', target: id, personal });
    return found;
  });
  if (storedLogo(row.design) !== null) await removeUnusedLogos(deps, accountId);
}

function contentOf({ name, series, design, contact }: CodeRow) {
  return { name, series, design, contact };
}

function auditCode(trx: Transaction<DB>, user: SignedInUser, action: PlainAuditAction, target: string) {
  return audit(trx, { accountId: user.accountId, userId: user.userId, action, target });
}

/** A digital card is on an NFC card only. */
function contactFor(kind: CodeKind, contact: Contact | null): Contact | null {
  return kind === 'nfc' ? contact : null;
}

/** @throws AppError `not-found`; `forbidden` for a limited member, when the code is for all locations */
async function getEditable(trx: Transaction<DB>, accountId: string, id: string): Promise<CodeRow> {
  const [row] = await findCodeRows(trx, accountId, [id]);
  if (row === undefined) throw notFound();
  if (!isEditable(accountId, row)) throw new AppError('forbidden');
  return row;
}

/**
 * Where a code leads: business and location of its pipeline, and a location of the caller's choice where the pipeline is
 * for all of them. A limited member chooses one of theirs.
 * @throws AppError `not-found` for the pipeline, `invalid-input` for the location
 */
async function findPlace(
  trx: Transaction<DB>,
  accountId: string,
  { pipelineId, locationId: wanted }: WantedPlace,
): Promise<CodePlace> {
  const pipeline = await findPipelinePlace(trx, accountId, pipelineId);
  if (pipeline === null) throw notFound();
  const { business_id: businessId, location_id: fixed } = pipeline;
  const locationId = wanted ?? fixed;
  const isKnown =
    locationId === null
      ? currentLocationLimit(accountId) === null
      : await isLocationOf(trx, accountId, businessId, locationId);
  if (!isKnown || (fixed !== null && locationId !== fixed))
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'locationId', message: 'Not a location of this pipeline.' }],
    });
  return { businessId, pipelineId, locationId };
}

/** The lock keeps {@link removeUnusedLogos} from deleting what the caller's transaction is about to name. */
async function storeLogo(trx: Transaction<DB>, accountId: string, logo: LogoRow | null): Promise<void> {
  if (logo === null) return;
  await lockAccount(trx, accountId);
  await insertLogo(trx, accountId, logo);
}

/** Codes that a limited member does not see may use the same logo. */
function removeUnusedLogos({ db }: CodesDeps, accountId: string): Promise<void> {
  return withoutLocationLimit(() =>
    inTenant(db, accountId, async (trx) => {
      await lockAccount(trx, accountId);
      await deleteUnusedLogos(trx, accountId);
    }),
  );
}
