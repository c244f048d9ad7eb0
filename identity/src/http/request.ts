import type { IncomingMessage } from 'node:http';

/** Our forms are a few short fields; anything longer is not ours. */
const FORM_LIMIT = 16 * 1024;

export class HttpProblem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a body up to the limit. Throws HttpProblem 413 past it, leaving the connection able to carry the answer. */
export function readBody(req: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= FORM_LIMIT) chunks.push(chunk);
      else reject(new HttpProblem(413, 'body too large'));
    });
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    req.once('error', reject);
    req.once('close', () => reject(new HttpProblem(400, 'connection closed')));
  });
}

export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(req.headers['content-type'] ?? '')) {
    throw new HttpProblem(415, 'not a form');
  }
  return new URLSearchParams(await readBody(req));
}

/** First value of a cookie, or undefined. */
export function cookieOf(req: IncomingMessage, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * A POST counts only when the browser says that our own page sent it. Both headers are out of a page's reach.
 * A client that sends neither is not a browser with our form in it.
 */
export function sentByOwnPage(req: IncomingMessage, issuerUrl: string): boolean {
  const { origin } = req.headers;
  const site = req.headers['sec-fetch-site'];
  if (origin !== undefined && origin !== issuerUrl) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined || site !== undefined;
}
