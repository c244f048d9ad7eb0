/** For tests only: downloads exports and archives through the API. */
import { fallbackLanguage } from '@kindling/contract/constants';
import type { ReviewExport, ReviewExportRequest } from '@kindling/contract/exports';
import { unzipSync } from 'fflate';
import type { ExportedReview } from '../features/exports/review-values.ts';
import type { TestApp, TestResponse, TestUser } from './test-app.ts';

type Asked = Partial<Omit<ReviewExportRequest, 'filter'>> & { filter?: Record<string, unknown> };

export async function beginExport(user: Pick<TestUser, 'call'>, asked: Asked = {}) {
  const answer = await user.call('POST', '/reviews/exports', {
    format: 'csv',
    language: fallbackLanguage,
    ...asked,
  });
  if (answer.status !== 201) throw new Error(`The export was refused: ${answer.text}`);
  return answer.json as { export: ReviewExport; address: string };
}

export async function exportStatus(user: Pick<TestUser, 'call'>, id: string): Promise<ReviewExport> {
  return ((await user.call('GET', `/reviews/exports/${id}`)).json as { export: ReviewExport }).export;
}

/** The answer of an address, which is asked without a token as a browser does, and its bytes. */
export async function download(app: TestApp, address: string): Promise<TestResponse & { bytes: Buffer }> {
  const response = await app.web.inject({ method: 'GET', url: address });
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.body,
    json: undefined,
    bytes: response.rawPayload,
  };
}

/** Exports and downloads. */
export async function exportedBytes(app: TestApp, user: Pick<TestUser, 'call'>, asked: Asked = {}) {
  const { address } = await beginExport(user, asked);
  const file = await download(app, address);
  if (file.status !== 200) throw new Error(`The download was refused: ${file.text}`);
  return file.bytes;
}

/** Files of a ZIP archive as text. */
export function unzipTexts(bytes: Buffer): Record<string, string> {
  const files = Object.entries(unzipSync(bytes));
  return Object.fromEntries(files.map(([name, content]) => [name, Buffer.from(content).toString('utf8')]));
}

export function anExportedReview(changes: Partial<ExportedReview> = {}): ExportedReview {
  return {
    source: 'google',
    business: 'Bakery',
    location: 'Center',
    author: null,
    rating: 5,
    recommendation: null,
    text: null,
    language: null,
    translation: null,
    writtenAt: '2026-01-02T03:04:05.000Z',
    day: '2026-01-02',
    editedAt: null,
    reply: null,
    replyAt: null,
    replyState: 'none',
    tags: [],
    hiddenAt: null,
    hiddenReason: null,
    pinnedAt: null,
    pinReason: null,
    assignee: null,
    permalink: null,
    removedAt: null,
    id: '0199f000-0000-7000-8000-000000000001',
    ...changes,
  };
}
