import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isJsonObject, type JsonObject } from './json-object.ts';

/** One HTTP request. `base` is the origin that the client used, for absolute links in responses. */
export type Call = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Buffer;
  params: Record<string, string>;
  base: string;
};

/** Large enough for a seed of 50,000 reviews. */
const maxBodyBytes = 64 * 1024 * 1024;

/** Reads the whole request; null when the body is too large or the client disconnected. */
export async function readRequest(request: IncomingMessage): Promise<Call | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.length;
      if (size > maxBodyBytes) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  const [path = '/', search = ''] = splitOnce(request.url ?? '/', '?');
  return {
    method: request.method ?? 'GET',
    path,
    query: new URLSearchParams(search),
    headers: request.headers,
    body: Buffer.concat(chunks),
    params: {},
    base: `http://${request.headers.host}`,
  };
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The form fields of a call; empty when the body is of another type. */
export function formOf(call: Call): URLSearchParams {
  const type = call.headers['content-type'] ?? '';
  return new URLSearchParams(
    type.startsWith('application/x-www-form-urlencoded') ? call.body.toString('utf8') : '',
  );
}

/** The JSON object of the body; null when it is not JSON or not an object. An empty body counts as `{}`. */
export function jsonOf(call: Call): JsonObject | null {
  if (call.body.length === 0) return {};
  try {
    const value: unknown = JSON.parse(call.body.toString('utf8'));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The token of `Authorization: Bearer …`, else of the `access_token` parameter; null when there is none. */
export function bearerToken(call: Call): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '');
  return match?.[1] ?? call.query.get('access_token') ?? formOf(call).get('access_token');
}
