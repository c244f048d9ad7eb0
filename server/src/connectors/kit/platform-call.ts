import type { z } from 'zod';
import {
  type HttpClient,
  HttpClientError,
  type HttpRequest,
  type HttpResponse,
} from '../../lib/http-client.ts';
import { ConnectorFailure } from '../connector.ts';

/** Without a bound, a platform that always names a next page would keep us reading forever. */
const maxListPages = 500;

/**
 * Makes one call.
 * @throws ConnectorFailure `retry-after` when no answer arrives (network, deadline), `unexpected-answer` when the answer is too
 * large; the signal's reason when the caller cancels.
 */
export async function platformCall(client: HttpClient, request: HttpRequest): Promise<HttpResponse> {
  try {
    return await client.call(request);
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    throw new ConnectorFailure(
      error.reason === 'too-large' ? 'unexpected-answer' : 'retry-after',
      error.message,
    );
  }
}

/**
 * Parses the body of an answer by `schema`.
 * @throws ConnectorFailure `unexpected-answer`, with the paths of what does not fit and without values.
 */
export function parseBody<Schema extends z.ZodType>(
  schema: Schema,
  response: HttpResponse,
): z.output<Schema> {
  const parsed = schema.safeParse(response.json);
  if (parsed.success) return parsed.data;
  const paths = parsed.error.issues.map((issue) => issue.path.join('.') || '(body)').slice(0, 5);
  throw new ConnectorFailure('unexpected-answer', `a 200 does not fit its schema at ${paths.join(', ')}`);
}

/**
 * Reads a list to its end. `readPage` receives null first, then the cursor of the previous page.
 * @throws ConnectorFailure `unexpected-answer` when a cursor is repeated or the list does not end.
 */
export async function readAllPages<Item>(
  readPage: (cursor: string | null) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: { items: Item[]; nextCursor: string | null } = await readPage(cursor);
    all.push(...page.items);
    cursor = page.nextCursor;
    if (cursor !== null && (seen.has(cursor) || seen.size >= maxListPages)) {
      throw new ConnectorFailure('unexpected-answer', 'the list of pages does not end');
    }
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return all;
}

/** An error code of a platform, made safe for a log line; free text may contain a token. */
export function loggable(code: string | null | undefined): string {
  return code && /^[A-Za-z0-9_.-]{1,60}$/.test(code) ? code : '-';
}
