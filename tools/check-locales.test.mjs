// Tests each fault that the check of the texts detects, and a tree without faults.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { languages } from '../locales/languages.ts';
import { root } from './lib/paths.mjs';
import { capture } from './lib/run.mjs';

/** @type {string} */
let folder;

function write(name, content) {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}

const code = `import type app from '@kindling/locales/en/app.json';
export type Texts = typeof app;
export const screen = (t) => t('title') + t('count', { count: 2, name: 'x' });
`;
const texts = {
  title: 'T',
  count_one: '{{count, number}} of {{name}}',
  count_other: '{{count, number}} of {{name}}',
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-locales-'));
  for (const language of languages)
    write(
      `locales/${language}/app.json`,
      language === 'sr' ? { ...texts, count_few: '{{count, number}} od {{name}}' } : texts,
    );
  write('web/src/screen.tsx', code);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const check = () =>
  capture(process.execPath, [join(root, 'tools/check-locales.mjs'), '--fixture', folder], { cwd: root });

describe('the check of the texts', () => {
  it('passes a tree without faults', async () => {
    const { code: exit, output } = await check();
    expect(output).toContain('Locales: complete.');
    expect(exit).toBe(0);
  });

  it.each([
    [
      'a folder that is not listed',
      () => write('locales/xx/app.json', texts),
      'locales/xx/: locales/languages.ts does not list it',
    ],
    ['a missing file', () => rmSync(join(folder, 'locales/fr/app.json')), 'locales/fr/app.json is missing'],
    [
      'a missing key',
      () => write('locales/de/app.json', { ...texts, title: undefined }),
      'locales/de/app.json: "title" is missing',
    ],
    [
      'a count without separators',
      () => write('locales/es/app.json', { ...texts, count_other: '{{count}} de {{name}}' }),
      'locales/es/app.json: "count_other" prints {{count}} instead of {{count, number}}',
    ],
    [
      'a key that English has not',
      () => write('locales/nl/app.json', { ...texts, more: 'M' }),
      'locales/nl/app.json: "more" is not in English',
    ],
    [
      'a plural form that the language needs',
      () => write('locales/sr/app.json', texts),
      'locales/sr/app.json: "count" lacks its plural form "few"',
    ],
    [
      'a lost placeholder',
      () => write('locales/es/app.json', { ...texts, title: 'T {{name}}' }),
      'locales/es/app.json: "title" uses {{name}}, which English does not',
    ],
    [
      'a text that is asked for and not there',
      () => write('web/src/screen.tsx', `${code}export const more = (t) => t('subtitle');`),
      "web/src/screen.tsx: t('subtitle') has no English text",
    ],
    [
      'a text that nobody asks for',
      () => {
        for (const language of languages)
          write(`locales/${language}/app.json`, {
            ...texts,
            spare: 'S',
            ...(language === 'sr' ? { count_few: '{{count}} {{name}}' } : {}),
          });
      },
      'locales/en/app.json: "spare" is asked for nowhere',
    ],
    [
      'an area without types',
      () =>
        write(
          'web/src/screen.tsx',
          code.replace("import type app from '@kindling/locales/en/app.json';", ''),
        ),
      'locales/en/app.json: no code imports it, so its keys are not typed',
    ],
  ])('finds %s', async (_what, spoil, fault) => {
    spoil();
    const { code: exit, output } = await check();
    expect(output).toContain(fault);
    expect(exit).toBe(1);
  });
});
