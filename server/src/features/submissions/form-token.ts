/**
 * The token of a page's forms: which page made it, for which location, and when. It proves that a page was loaded, and how
 * long ago; it is no secret and names no visitor.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A form that was filled in without a network is sent days later. */
export const tokenLifetimeMs = 7 * 86_400_000;
/** Clocks of two processes may differ. */
const skewMs = 60_000;
const macBytes = 16;

const payloadSchema = z.tuple([z.string().max(100), z.uuid().nullable(), z.int().nonnegative()]);

/** Keys of forms and private links: the newest, which signs, and those before it. */
export type FormKeys = readonly [Buffer, ...Buffer[]];

export interface FormToken {
  /** The page: `q/<code>`. */
  page: string;
  locationId: string | null;
  issuedAt: Date;
}

function macOf(key: Buffer, body: string): Buffer {
  return createHmac('sha256', key).update(`form ${body}`).digest().subarray(0, macBytes);
}

export function signFormToken([key]: FormKeys, { page, locationId, issuedAt }: FormToken): string {
  const body = Buffer.from(JSON.stringify([page, locationId, issuedAt.getTime()])).toString('base64url');
  return `${body}.${macOf(key, body).toString('base64url')}`;
}

/** Null for a token that these keys did not sign, of another page, or too old. */
export function readFormToken(keys: FormKeys, token: string, page: string, now: Date): FormToken | null {
  const [body = '', mac = '', more] = token.split('.');
  if (more !== undefined) return null;
  const given = Buffer.from(mac, 'base64url');
  if (given.length !== macBytes || !keys.some((key) => timingSafeEqual(macOf(key, body), given))) return null;
  // Another version of this program may have signed another shape.
  const payload = payloadSchema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  if (!payload.success) return null;
  const [of, locationId, issued] = payload.data;
  const age = now.getTime() - issued;
  if (of !== page || age < -skewMs || age > tokenLifetimeMs) return null;
  return { page: of, locationId, issuedAt: new Date(issued) };
}
