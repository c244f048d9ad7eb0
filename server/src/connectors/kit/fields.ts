import { z } from 'zod';
import { toStorableText } from '../../lib/storable-text.ts';

/** Longer addresses do not work in every browser, and no platform sends them. */
const maxUrlLength = 2_048;
const maxNameBytes = 1_000;

/**
 * Years in which a review can have been written. Anything else is an error. JavaScript accepts the year 0 and
 * PostgreSQL refuses it: one such item would fail the whole page's transaction.
 */
const earliestTime = Date.UTC(2000, 0, 1);
const latestTime = Date.UTC(2200, 0, 1);

/** ISO 8601 with `Z` or an offset, with or without a colon in it (Graph: `2026-07-01T11:00:00+0000`). */
export const wireTime = z
  .string()
  .transform((value) => value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((value) => new Date(value))
  .refine((time) => time.getTime() >= earliestTime && time.getTime() < latestTime, 'not a time of our days');

/** An id that is safe as one segment of a path and as part of a key. */
export const wireId = z
  .string()
  .regex(/^[^\s/?#%\\\p{Cc}\p{Cs}]{1,256}$/u, 'not an id')
  .refine((id) => id !== '.' && id !== '..', 'not an id');

/** The platform's own average, 1 to 5. Anything else (absent, wrong type) becomes null: it must not fail a page. */
export const wireAverage = z.number().min(1).max(5).nullable().catch(null);

/** The platform's own count; null as above. The upper bound is that of a 32-bit column. */
export const wireCount = z.int().min(0).max(2_147_483_647).nullable().catch(null);

/** External text made storable; null where there is none. */
export function textOrNull(value: string | null | undefined): string | null {
  return value ? toStorableText(value) || null : null;
}

/** A name of a person or place; a name longer than 1,000 bytes is cut. */
export function nameOrNull(value: string | null | undefined): string | null {
  return value ? toStorableText(value, maxNameBytes).trim() || null : null;
}

/** An address that may become a link or a picture: https only, without a user name; otherwise null. */
export function httpsOrNull(value: string | null | undefined): string | null {
  if (!value || value.length > maxUrlLength || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null;
}
