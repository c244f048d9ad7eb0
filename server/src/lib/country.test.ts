import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { openPlaceDatabase } from './country.ts';

const lines: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
const folder = mkdtempSync(path.join(os.tmpdir(), 'kindling-countries-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the country of an address', () => {
  const { placeOf, hasStates } = openPlaceDatabase(null, log);

  test.each([
    ['193.99.144.80', 'DE'],
    ['::ffff:193.99.144.80', 'DE'],
    ['2001:4860:4860::8888', 'US'],
    ['127.0.0.1', ''],
    ['::1', ''],
    ['10.1.2.3', ''],
    ['fe80::1%eth0', ''],
    ['', ''],
    ['unknown', ''],
  ])('%s is "%s"', (address, country) => {
    expect(placeOf(address)).toEqual({ country, state: '' });
  });

  test('has no states in the file of our package', () => {
    expect(hasStates).toBe(false);
  });

  test('is unknown when the file is missing or invalid, and a warning is logged', () => {
    const broken = path.join(folder, 'broken.mmdb');
    writeFileSync(broken, 'not a database');
    for (const file of [path.join(folder, 'missing.mmdb'), broken]) {
      lines.length = 0;
      expect(openPlaceDatabase(file, log).placeOf('193.99.144.80')).toEqual({ country: '', state: '' });
      expect(lines.join()).toContain('visits are counted without a country');
    }
  });
});
