/** Small schemas that several slices share. */
import { z } from 'zod';

export const idSchema = z.uuid();
/** RFC 3339 in UTC, as `Date.prototype.toISOString` writes it. */
export const timeSchema = z.iso.datetime();
export const nothing = z.strictObject({});
export const done = z.object({ ok: z.literal(true) });
