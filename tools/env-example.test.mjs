import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '../server/src/config/settings.ts';
import { root } from './lib/paths.mjs';

const example = readFileSync(join(root, '.env.example'), 'utf8');
const lines = [...example.matchAll(/^# ([A-Z][A-Z0-9_]*)=(.*)$/gm)];
const documented = new Map(lines.map(([, name, value]) => [name, value]));

const secret = 'Zk3vX8qLw0TgYb5RnCe7HuJ1sPd9MaFo';

/** Set by npm, the terminal or the system for every program; nothing an operator would look up here. */
const notOurs = new Set(['PATH', 'TMPDIR', 'CI', 'FORCE_COLOR', 'NODE_COMPILE_CACHE']);

/** Every name that the server's settings ask the environment for. */
function serverVariables() {
  const asked = new Set();
  const values = { KINDLING_SECRET: secret };
  const environment = new Proxy(values, {
    get(target, name) {
      asked.add(name);
      return target[name];
    },
  });
  readSettings(environment);
  return asked;
}

/** Every name that simulators and tools read, found in their text. */
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

test('every setting that the server, the simulators and the tools read is explained in .env.example', () => {
  const read = [...serverVariables(), ...toolVariables()].filter((name) => !notOurs.has(name));
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter((name) => !documented.has(name))).toEqual([]);
});

test('.env.example explains nothing that nobody reads', () => {
  const read = new Set([...serverVariables(), ...toolVariables(), 'KINDLING_TEST_REQUIRE_POSTGRES']);
  expect([...documented.keys()].filter((name) => !read.has(name))).toEqual([]);
});

test('each is named once, and the values shown are accepted', () => {
  expect(documented.size).toBe(lines.length);
  const shown = Object.fromEntries(documented);
  // The samples of secrets say what to put there; whoever takes them over as they are is refused.
  expect(() => readSettings(shown)).toThrow(/KINDLING_SECRET: .*\n.*FACEBOOK_VERIFY_TOKEN: .*$/);
  const settings = readSettings({ ...shown, KINDLING_SECRET: secret, FACEBOOK_VERIFY_TOKEN: secret });
  expect(settings.publicUrl).toBe('https://reviews.example.com');
});

test('the file as it is changes nothing: every setting in it is a comment', () => {
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
