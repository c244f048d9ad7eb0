/** Small schemas that several slices share. */
import { z } from 'zod';

// The policies of our pages forbid making code from texts; the library would try it and have the attempt reported.
if ('document' in globalThis) z.config({ jitless: true });

export const idSchema = z.uuid();
/** RFC 3339 in UTC, as `Date.prototype.toISOString` writes it. */
export const timeSchema = z.iso.datetime();
/**
 * An address as browsers take it in a form field (the WHATWG's pattern), which is also what the identity service takes:
 * a stricter one would let somebody sign up and then refuse the mail and the token.
 */
export const emailSchema = z.email({ pattern: z.regexes.html5Email }).max(254);
/** Control and direction characters are refused: a name is printed beside other people's words. */
export const nameSchema = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u);
export const emptyInput = z.strictObject({});
export const okOutput = z.object({ ok: z.literal(true) });
