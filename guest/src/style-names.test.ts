import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { shortClasses, shortProperties } from './style-names.ts';

const folder = fileURLToPath(new URL('.', import.meta.url));

it('the short names are unique, and none is one that ad blockers hide', () => {
  for (const names of [shortClasses, shortProperties]) {
    const short = Object.values(names);
    expect(new Set(short).size).toBe(short.length);
    expect(short.filter((name) => !/^(--)?[a-z]{1,2}$/.test(name) || /^ads?$/.test(name))).toEqual([]);
  }
});

it('every name is used by the sources', () => {
  const files = globSync('**/*.{ts,tsx,css}', { cwd: folder }).filter((name) => !name.includes('.test.'));
  const text = files.map((name) => readFileSync(folder + name, 'utf8')).join('\n');
  const unused = Object.keys(shortClasses).filter(
    (name) => !new RegExp(`classNames\\.${name}\\b`).test(text),
  );
  expect(unused).toEqual([]);
  const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const unread = Object.keys(shortProperties).filter((name) => !text.includes(`var(--${kebab(name)}`));
  expect(unread).toEqual([]);
});
