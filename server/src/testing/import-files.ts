/** For tests only: creates imports through the API like a browser, and runs their jobs in this process. */
import { versionedApiRoot } from '@kindling/contract/api-address';
import { type ImportFault, importLimits } from '@kindling/contract/import-files';
import type { Import, ImportDetail, ImportSettings } from '@kindling/contract/imports';
import type { Review } from '@kindling/contract/reviews';
import { runImport } from '../features/imports/run-import.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

const neverAborted = new AbortController().signal;

export interface TestImportFile {
  name: string;
  bytes: Buffer | string;
  lastModified?: number;
}

export function sendPart(
  app: TestApp,
  user: Pick<TestUser, 'token'>,
  place: { id: string; file?: number; part?: number },
  bytes: Buffer,
  contentType = 'application/octet-stream',
): Promise<TestResponse> {
  return app.request({
    method: 'PUT',
    url: `${versionedApiRoot}/imports/${place.id}/files/${place.file ?? 0}/parts/${place.part ?? 0}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': contentType },
    payload: bytes,
  });
}

/** Creates an import, sends all parts of its files and has them read. */
export async function uploadAndRead(
  app: TestApp,
  user: TestUser,
  files: TestImportFile[],
  asked: { encoding?: string; separator?: string; header?: boolean; sheet?: number } = {},
): Promise<ImportDetail> {
  const whole = files.map((file) => ({ ...file, bytes: Buffer.from(file.bytes) }));
  const created = await user.call('POST', '/imports', {
    files: whole.map((file) => ({ ...file, bytes: file.bytes.length })),
  });
  if (created.status !== 201) throw new Error(`The import was refused: ${created.text}`);
  const { id } = (created.json as { import: Import }).import;
  for (const [file, { bytes }] of whole.entries())
    for (let part = 0; part * importLimits.partBytes < bytes.length; part += 1) {
      const from = part * importLimits.partBytes;
      const sent = await sendPart(
        app,
        user,
        { id, file, part },
        bytes.subarray(from, from + importLimits.partBytes),
      );
      if (sent.status !== 204) throw new Error(`A part was refused: ${sent.text}`);
    }
  const read = await user.call('POST', `/imports/${id}/read`, {
    encoding: null,
    separator: null,
    header: null,
    sheet: null,
    ...asked,
  });
  if (read.status !== 200) throw new Error(`The files were not read: ${read.text}`);
  return (read.json as { import: ImportDetail }).import;
}

export async function getImport(user: TestUser, id: string): Promise<ImportDetail> {
  return ((await user.call('GET', `/imports/${id}`)).json as { import: ImportDetail }).import;
}

/** Runs the import job like a worker. */
export async function runImportJob(app: TestApp, user: TestUser, id: string): Promise<ImportDetail> {
  await runImport(app.services.imports, user.accountId, id, neverAborted);
  return getImport(user, id);
}

/** The guessed settings with the given changes. */
export function guessedSettings(found: ImportDetail, changes: Partial<ImportSettings> = {}): ImportSettings {
  const { settings } = found;
  const locationId = changes.locationId ?? settings?.locationId;
  if (settings === null || !locationId) throw new Error('Nothing is guessed');
  return { ...settings, locationId, ...changes };
}

export async function runDryRun(
  app: TestApp,
  user: TestUser,
  found: ImportDetail,
  changes: Partial<ImportSettings> = {},
): Promise<ImportDetail> {
  const asked = await user.call('POST', `/imports/${found.id}/check`, {
    settings: guessedSettings(found, changes),
  });
  if (asked.status !== 202) throw new Error(`The check was refused: ${asked.text}`);
  return runImportJob(app, user, found.id);
}

export async function publishImport(app: TestApp, user: TestUser, id: string): Promise<ImportDetail> {
  const asked = await user.call('POST', `/imports/${id}/publish`);
  if (asked.status !== 202) throw new Error(`The import was refused: ${asked.text}`);
  return runImportJob(app, user, id);
}

/** Runs a whole import from the upload to the published reviews. */
export async function importFile(
  app: TestApp,
  user: TestUser,
  bytes: Buffer | string,
  changes: Partial<ImportSettings> = {},
): Promise<ImportDetail> {
  const found = await uploadAndRead(app, user, [{ name: 'reviews.csv', bytes }]);
  await runDryRun(app, user, found, changes);
  return publishImport(app, user, found.id);
}

export async function listFaults(
  user: TestUser,
  id: string,
): Promise<{ line: number; column: string | null; value: string; fault: ImportFault }[]> {
  const answer = await user.call('GET', `/imports/${id}/faults`);
  return (
    answer.json as { faults: { line: number; column: string | null; value: string; fault: ImportFault }[] }
  ).faults;
}

export async function listReviews(user: TestUser): Promise<Review[]> {
  return ((await user.call('GET', '/reviews?limit=100')).json as { items: Review[] }).items;
}

export async function getReviewFigures(user: TestUser): Promise<{ total: number; unanswered: number }> {
  return (await user.call('GET', '/reviews/figures')).json as { total: number; unanswered: number };
}
