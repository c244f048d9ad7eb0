/** For tests only: reads a CSV file. */
import { parse } from 'csv-parse/sync';

/** Rows by the headings of a CSV file. */
export function readCsv(bytes: Buffer): Record<string, string>[] {
  return parse(bytes, { bom: true, columns: true });
}
