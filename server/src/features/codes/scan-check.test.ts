/** The scan check on designs that are known to scan, and on one for each reason to refuse. */
import {
  type CodeDesign,
  codeLooks,
  cornerShapes,
  lookDesign,
  moduleShapes,
  plainDesign,
} from '@kindling/contract/code-looks';
import { describe, expect, test } from 'vitest';
import { checkCode } from './code-picture.ts';

const content = 'https://kindling.example/q/k7m2p9xw3t';
const check = (design: Partial<CodeDesign>, held = content) =>
  checkCode({ content: held, design: { ...plainDesign, ...design }, language: 'en' });
const refused = (...problems: string[]) => ({ ok: false, problems });

test.each(codeLooks)('the look %s scans', async (look) => {
  expect(await check(lookDesign(look))).toEqual({ ok: true });
});

test('the look that codes begin with scans with any characters', async () => {
  // Each of them was missed before the alignment patterns were drawn as rings.
  const codes = ['2dgnykrepg', 'sh3k63vg3g', 'tr5mxvq2f3', '2gpcxbfdnk', 'mp5b6yxb9p', 'f777htcrm8'];
  for (const code of codes)
    expect(await check(lookDesign('soft'), `http://localhost:4000/q/${code}`), code).toEqual({ ok: true });
});

test.each(moduleShapes)('%s scan with every shape of corners', async (modules) => {
  for (const corner of cornerShapes)
    expect(await check({ modules, cornerOuter: corner, cornerInner: corner }), corner).toEqual({ ok: true });
});

describe('refused', () => {
  test('colors too close to each other, also at the end of a gradient and in the corners', async () => {
    expect(await check({ color: '#aaaaaa' })).toEqual(refused('contrast'));
    expect(await check({ cornerColor: '#ffd000' })).toEqual(refused('contrast'));
    const gradient = { kind: 'radial', color: '#e0c0ff', angle: 0 } as const;
    expect(await check({ gradient })).toEqual(refused('contrast'));
  });

  test('a light code on a dark background', async () => {
    expect(await check({ color: '#ffffff', background: '#101010' })).toEqual(refused('inverted'));
  });

  test('a call to action that nobody can read', async () => {
    const frame = { ...plainDesign.frame, kind: 'card', color: '#ffee00', textColor: '#ffffff' } as const;
    expect(await check({ frame })).toEqual(refused('text-contrast'));
  });

  test('a square center in a round corner', async () => {
    expect(await check({ cornerOuter: 'circle' })).toEqual(refused('corners'));
    expect(await check({ cornerOuter: 'circle', cornerInner: 'rounded' })).toEqual({ ok: true });
  });

  test('a logo that hides more than the error correction restores', async () => {
    const logo = { kind: 'mark' } as const;
    expect(await check({ logo, logoSize: 0.3, errorLevel: 'L' })).toEqual(refused('logo'));
    // Readable, but nothing would be left for a scratch.
    expect(await check({ logo, logoSize: 0.25, errorLevel: 'M' })).toEqual(refused('logo'));
    expect(await check({ logo, logoSize: 0.25, errorLevel: 'Q' })).toEqual({ ok: true });
    expect(await check({ logo, logoSize: 0.2, errorLevel: 'H' })).toEqual({ ok: true });
  });

  test('a content that no code holds', async () => {
    expect(await check({ errorLevel: 'H' }, 'x'.repeat(1_300))).toEqual(refused('too-long'));
  });
});

test('the answer is the same every time', async () => {
  const design = { ...lookDesign('sunset'), quietZone: 2 };
  const answers = [await check(design), await check(design), await check(design)];
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});
