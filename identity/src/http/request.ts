import type { FastifyRequest } from 'fastify';

/** Our forms are a few short fields; anything longer is not ours. */
export const BODY_LIMIT = 16 * 1024;

/** A request that is answered with its own status and no detail. */
export class HttpError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/** The fields of a form that one of our pages sent. */
export function formOf(request: Pick<FastifyRequest, 'body'>): URLSearchParams {
  if (request.body instanceof URLSearchParams) return request.body;
  throw new HttpError(415, 'not a form');
}

/**
 * A POST counts only when the browser says that our own page sent it. Both headers are out of a page's reach.
 * A client that sends neither is not a browser with our form in it.
 */
export function sentByOwnPage(request: Pick<FastifyRequest, 'headers'>, issuerUrl: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && origin !== issuerUrl) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined || site !== undefined;
}
