/** Small schemas that several slices share. */
import { z } from 'zod';
import { maxEmailLength, reachableEmailPattern } from './email-address.ts';
import { hasUserInfo } from './web-address.ts';

// The Content-Security-Policy of our pages forbids `eval`; the library would try it and cause a violation report.
if ('document' in globalThis) z.config({ jitless: true });

export const idSchema = z.uuid();
/** RFC 3339 in UTC, as `Date.prototype.toISOString` writes it. */
export const timeSchema = z.iso.datetime();
/**
 * An e-mail address by the WHATWG's pattern, which browsers and the sign-in service use too. A stricter pattern would
 * let somebody sign up and then refuse their mail and token.
 */
export const emailSchema = z.email({ pattern: z.regexes.html5Email }).max(maxEmailLength);
/** An address that somebody enters for another person. */
export const reachableEmailSchema = z.email({ pattern: reachableEmailPattern }).max(maxEmailLength);
/** A text that the database can store as part of JSON: without NUL and without half of a character of two units. */
export const storableString = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0\p{Cs}]*$/u);
/**
 * The joiners of emoji and of some scripts, between characters that are seen. Control and direction characters are refused in texts
 * of people, because they could change how the text around them is shown.
 */
export const innerJoiners =
  '(?<=[\\p{L}\\p{M}\\p{Extended_Pictographic}\\u{1f3fb}-\\u{1f3ff}\\ufe0f])[\\u200c\\u200d](?=\\S)';
const namePattern = new RegExp(`^(?:[^\\p{Cc}\\p{Cf}\\p{Cs}]|${innerJoiners})*$`, 'u');
/** One line of text that can be seen. */
export const nameSchema = (max: number) => z.string().trim().max(max).regex(namePattern);
/** An absolute http or https address. A user name is refused: `https://known.example@evil.example` would mislead readers. */
export const webAddressSchema = z
  .url({ protocol: /^https?$/, hostname: z.regexes.domain })
  .max(200)
  .refine((address) => !hasUserInfo(address), 'An address holds no user name and no password.');
export const emptyInput = z.strictObject({});
/** Of a POST without anything to say: a body is not needed. */
export const optionalEmptyBody = emptyInput.optional();
export const okOutput = z.object({ ok: z.literal(true) });
