/**
 * Looks up the country of a network address, and its state in the United States, in a local file, without a network request
 * and without storing the address. Such files know where a network was registered, which is right for most addresses and
 * wrong for some.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader } from 'maxmind';
import { z } from 'zod';
import type { Log } from './log.ts';

export interface Place {
  /** Two capital letters of ISO 3166, or '' for an unknown or invalid address. */
  country: string;
  /** Two capital letters; '' outside of the United States and where the file knows no states. */
  state: string;
}

export interface PlaceDatabase {
  placeOf(address: string): Place;
  /** Whether the file knows states at all. */
  hasStates: boolean;
}

const code = z.string().regex(/^[A-Z]{2}$/);
const stateCodes = z.array(z.object({ iso_code: z.string() })).optional();
/** The record shapes in which such files are published. */
const record = z.union([
  z.object({ country_code: code, state1: code.optional().catch(undefined) }).transform((found) => ({
    country: found.country_code,
    state: found.state1,
  })),
  z
    .object({ country: z.object({ iso_code: code }), subdivisions: stateCodes.catch(undefined) })
    .transform((found) => ({
      country: found.country.iso_code,
      state: code.safeParse(found.subdivisions?.[0]?.iso_code).data,
    })),
]);

const require = createRequire(import.meta.url);
const unknown: Place = { country: '', state: '' };

/** A database that knows nothing, for processes without visits. */
export const noPlaces: PlaceDatabase = { placeOf: () => unknown, hasStates: false };

/**
 * Reads the file (8 MB for the one of our package) into memory.
 * @param file path of a file in MaxMind's format; null for the file of our package. When it cannot be read, a warning is
 *   logged and every address is unknown, because missing statistics must not prevent a start.
 */
export function openPlaceDatabase(file: string | null, log: Log): PlaceDatabase {
  try {
    const path =
      file ?? require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
    const reader = new Reader<never>(readFileSync(path));
    return {
      placeOf(address) {
        const known = record.safeParse(reader.get(address.replace(/^::ffff:(?=\d+\.)/i, '')));
        if (!known.success) return unknown;
        const { country, state = '' } = known.data;
        return { country, state: country === 'US' ? state : '' };
      },
      hasStates: /city|enterprise/i.test(reader.metadata.databaseType),
    };
  } catch (error) {
    log.warn({ err: error }, 'The country file cannot be read; visits are counted without a country');
    return noPlaces;
  }
}
