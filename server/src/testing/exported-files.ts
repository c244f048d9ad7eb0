/** For tests only: downloads exports and archives through the API. */
import { fallbackLanguage } from '@kindling/contract/constants';
import type { ReviewExport, ReviewExportRequest } from '@kindling/contract/exports';
import { unzipSync } from 'fflate';
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
