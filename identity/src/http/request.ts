import type { FastifyRequest } from 'fastify';

/** Bytes; our forms have a few short fields. */
export const BODY_LIMIT = 16 * 1024;

/** An error that is answered with its status and without details. */
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
 * Whether the browser says that our own page sent this POST. Pages cannot set either header. A client that sends neither
 * is refused, because it is not a browser with our form.
 */
export function sentByOwnPage(request: Pick<FastifyRequest, 'headers'>, issuerUrl: string): boolean {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (origin !== undefined && origin !== issuerUrl) return false;
  if (site !== undefined && site !== 'same-origin') return false;
  return origin !== undefined || site !== undefined;
}
