/**
 * The country of a network address, from a file on this machine: nobody is asked, and no address is kept. Such files
 * know where a network was registered, which is right for most addresses and wrong for some.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Reader } from 'maxmind';
import { z } from 'zod';
import type { Log } from './log.ts';

/** Two capital letters of ISO 3166; '' for an address that nobody knows, or that is none. */
export type CountryLookup = (address: string) => string;

const code = z.string().regex(/^[A-Z]{2}$/);
/** The two shapes in which such files are published. */
const record = z.union([
  z.object({ country_code: code }).transform((found) => found.country_code),
  z.object({ country: z.object({ iso_code: code }) }).transform((found) => found.country.iso_code),
]);

const require = createRequire(import.meta.url);

const unknownCountry: CountryLookup = () => '';

/**
 * Reads the file, 8 MB, into memory.
 * @param file path of a file in MaxMind's format; null is the one of our packages. One that cannot be read is said in
 *   the log, and no address has a country then: figures must not stop a start.
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
    log.warn({ err: error }, 'The file of countries cannot be read; visits are counted without a country');
    return unknownCountry;
  }
}
