import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../server/src/config/settings.ts';
import { root } from './lib/paths.mjs';
import { settingNames } from './lib/setting-names.mjs';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)];
const documented = new Map(lines.map(([, name, value]) => [name, value]));

const secret = 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo';

/** Set by npm, the terminal or the system for every program; not a setting for operators. */
const notOurs = new Set([
  'PATH',
  'TMPDIR',
  'CI',
  'FORCE_COLOR',
  'NODE_COMPILE_CACHE',
  'KINDLING_TEST_STATEMENTS',
]);

/** Every variable that simulators and tools read, found in their source. */
function toolVariables() {
  const found = new Set();
  for (const folder of ['simulators', 'tools']) {
    const names = readdirSync(join(root, folder), { recursive: true });
    for (const name of names.filter((file) => /(?<!\.test)\.(ts|mjs)$/.test(file))) {
      const text = readFileSync(join(root, folder, name), 'utf8');
      const reads = /process\.env\.([A-Z][A-Z0-9_]*)|\benv\.([A-Z][A-Z0-9_]*)|portFrom\('([A-Z_]+)'/g;
      for (const [, ...groups] of text.matchAll(reads))
        found.add(groups.find((group) => group !== undefined));
    }
  }
  return found;
}

/** What compose.yaml takes from the file .env. */
function composeVariables() {
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8');
  return [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name);
}

test('every setting that the server, the simulators, the tools and compose.yaml read is explained in .env.example', () => {
  const read = [...settingNames(), ...toolVariables(), ...composeVariables()].filter(
    (name) => !notOurs.has(name),
  );
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});

test('.env.example explains no setting that nothing reads', () => {
  const read = new Set([
    ...settingNames(),
    ...toolVariables(),
    ...composeVariables(),
    'KINDLING_TEST_REQUIRE_POSTGRES',
  ]);
  expect([...documented.keys()].filter((name) => !read.has(name))).toEqual([]);
});

test('each setting is named once, and its sample value is accepted', () => {
  expect(documented.size).toBe(lines.length);
  const shown = Object.fromEntries(documented);
  // The samples of secrets are placeholders; the server refuses them unchanged.
  expect(() => readSettings(shown)).toThrow(
    /KINDLING_SECRET: .*\n.*KINDLING_BACKUP_KEY: .*\n.*FACEBOOK_VERIFY_TOKEN: .*$/,
  );
  const settings = readSettings({
    ...shown,
    KINDLING_SECRET: secret,
    KINDLING_BACKUP_KEY: secret,
    FACEBOOK_VERIFY_TOKEN: secret,
  });
  expect(settings.publicUrl).toBe('https://reviews.example.com');
});

test('the unchanged file has no effect: every setting in it is a comment', () => {
  expect(example.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([]);
});

test('values that the file calls defaults are the defaults', () => {
  const settings = readSettings({ KINDLING_SECRET: secret });
  const { brand, prices } = settings;
  expect({
    PORT: String(settings.port),
    HOST: settings.host,
    KINDLING_ROLES: settings.roles.join(','),
    BRAND_NAME: brand.name,
    BRAND_TAGLINE: brand.tagline,
    BRAND_COLOR: brand.primaryColor,
    SUPPORT_EMAIL: brand.supportEmail,
    PRICE_MONTHLY: prices.monthly.toFixed(2),
    PRICE_YEARLY: prices.yearly.toFixed(2),
    PRICE_CURRENCY: prices.currency,
    LOG_LEVEL: settings.logLevel,
  }).toEqual(
    Object.fromEntries(
      [
        'PORT',
        'HOST',
        'KINDLING_ROLES',
        'BRAND_NAME',
        'BRAND_TAGLINE',
        'BRAND_COLOR',
        'SUPPORT_EMAIL',
        'PRICE_MONTHLY',
        'PRICE_YEARLY',
        'PRICE_CURRENCY',
        'LOG_LEVEL',
      ].map((name) => [name, documented.get(name)]),
    ),
  );
});
