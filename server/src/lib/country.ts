/**
 * Looks up the country of a network address in a local file, without a network request and without storing the address.
 * Such files know where a network was registered, which is right for most addresses and wrong for some.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader } from 'maxmind';
import { z } from 'zod';
import type { Log } from './log.ts';

/** Returns two capital letters of ISO 3166, or '' for an unknown or invalid address. */
export type CountryLookup = (address: string) => string;

const code = z.string().regex(/^[A-Z]{2}$/);
/** The two record shapes in which such files are published. */
const record = z.union([
  z.object({ country_code: code }).transform((found) => found.country_code),
  z.object({ country: z.object({ iso_code: code }) }).transform((found) => found.country.iso_code),
]);

const require = createRequire(import.meta.url);

const unknownCountry: CountryLookup = () => '';

/**
 * Reads the file (8 MB) into memory.
 * @param file path of a file in MaxMind's format; null for the file of our package. When it cannot be read, a warning is
 *   logged and every address gets '', because missing statistics must not prevent a start.
 */
export function openCountryDatabase(file: string | null, log: Log): CountryLookup {
  try {
    const path =
      file ?? require.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb');
    const reader = new Reader<never>(readFileSync(path));
    return (address) => {
      const known = record.safeParse(reader.get(address.replace(/^::ffff:(?=\d+\.)/i, '')));
      return known.success ? known.data : '';
    };
  } catch (error) {
    log.warn({ err: error }, 'The country file cannot be read; visits are counted without a country');
    return unknownCountry;
  }
}
