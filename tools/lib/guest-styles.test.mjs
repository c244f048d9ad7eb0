import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shortClasses, shortProperties } from '../../guest/src/style-names.ts';
import { compileStyles } from './guest-styles.mjs';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kindling-styles-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function compile(css) {
  const file = join(folder, 'sheet.embed.css');
  writeFileSync(file, css);
  return JSON.parse(compileStyles(file).replace(/^export default (.*);$/s, '$1'));
}

const { reply, row, reviewText: text } = shortClasses;
const { line } = shortProperties;

const one = (text, needs, body) => ({ selectors: [{ text, needs }], body });

test('the build minifies rules and shortens their names, also inside of other selectors', () => {
  const sheet = '/* Why. */ .reply:not(.row, :has(.review-text)) { border: 1px solid var(--line); }';
  expect(compile(sheet)).toEqual([
    one(`.${reply}:not(.${row},:has(.${text}))`, [reply], `{border:1px solid var(${line})}`),
  ]);
});

test('each selector of a rule needs its own classes', () => {
  expect(compile('.reply, .row > .review-text, a, .row .review-text { color: red; }')).toEqual([
    {
      selectors: [
        { text: `.${reply}`, needs: [reply] },
        { text: `.${row}>.${text},.${row} .${text}`, needs: [row, text] },
        { text: 'a', needs: [] },
      ],
      body: '{color:red}',
    },
  ]);
});

test('rules in a group know it', () => {
  const sheet =
    '.row{top:0} @media print{.reply{top:1px}.row{top:2px}} @container (min-width: 33em){.row{top:3px}}';
  expect(compile(sheet)).toEqual([
    one(`.${row}`, [row], '{top:0}'),
    { ...one(`.${reply}`, [reply], '{top:1px}'), group: '@media print' },
    { ...one(`.${row}`, [row], '{top:2px}'), group: '@media print' },
    { ...one(`.${row}`, [row], '{top:3px}'), group: '@container (width>=33em)' },
  ]);
});

test('rules with the same declarations stay apart, because a browser may know the selector of one only', () => {
  expect(compile('.row { top: 0; } :host(:dir(rtl)) .row { top: 0; }')).toEqual([
    one(`.${row}`, [row], '{top:0}'),
    one(`:host(:dir(rtl)) .${row}`, [row], '{top:0}'),
  ]);
});

test('a rule that cannot be left out by classes fails the build', () => {
  expect(() => compile('@keyframes turn { to { top: 0; } }')).toThrow('does not compile: keyframes');
  expect(() => compile('.row { .reply { top: 0; } }')).toThrow('does not compile: nested style');
  expect(() => compile('@counter-style dots { system: cyclic; symbols: "."; }')).toThrow(
    'does not compile: counter-style',
  );
  expect(() => compile('@media print { @supports (top: 0) { .row { top: 0; } } }')).toThrow(
    'does not compile: supports in media',
  );
});

test('a rule that lightningcss prints in another form fails the build', () => {
  expect(() => compile('.row { content: "{}"; }')).toThrow('does not compile: .');
  expect(() => compile('.row { color: light-dark(red, blue); }')).toThrow('does not compile: .');
});

test('a name that is not listed fails the build', () => {
  expect(() => compile('.revue { top: 0; }')).toThrow('does not list "revue"');
  expect(() => compile('p:not(.revue) { top: 0; }')).toThrow('does not list "revue"');
  expect(() => compile('p { color: var(--lime); }')).toThrow('does not list "lime"');
});
