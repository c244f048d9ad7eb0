/**
 * Every design that the scan check accepts is read by another reader than the one that checked it: zbar (`zbarimg` of
 * Debian's zbar-tools), in a picture of 300 pixels. Without zbar the reader of the check reads it, at a size that the
 * check did not use, and the output says so.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CodeDesign,
  cornerShapes,
  errorLevels,
  frameKinds,
  moduleShapes,
} from '@kindling/contract/code-looks';
import { languages } from '@kindling/locales/languages.ts';
import fc from 'fast-check';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { runsEverything } from '../../testing/scope.ts';
import { type CodeToDraw, checkCode, drawPng } from './code-picture.ts';

/** Designs that the check accepts. */
const wanted = runsEverything ? 500 : 6;
const size = 300;
const hasZbar = spawnSync('zbarimg', ['--version']).error === undefined;

const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
/** Mostly dark: almost all pairs of arbitrary colors are refused. */
const darkHex = fc
  .tuple(fc.nat(0x80), fc.nat(0x80), fc.nat(0x80))
  .map((channels) => `#${channels.map((value) => value.toString(16).padStart(2, '0')).join('')}`);
const lightHex = fc
  .tuple(...[0, 1, 2].map(() => fc.integer({ min: 0xc0, max: 0xff })))
  .map((channels) => `#${channels.map((value) => value.toString(16)).join('')}`);
const color = fc.oneof({ weight: 6, arbitrary: darkHex }, { weight: 1, arbitrary: hex });
const background = fc.oneof({ weight: 6, arbitrary: lightHex }, { weight: 1, arbitrary: hex });

const design: fc.Arbitrary<CodeDesign> = fc.record({
  version: fc.constant(1 as const),
  modules: fc.constantFrom(...moduleShapes),
  cornerOuter: fc.constantFrom(...cornerShapes),
  cornerInner: fc.constantFrom(...cornerShapes),
  color,
  cornerColor: fc.option(color),
  gradient: fc.option(fc.record({ kind: fc.constantFrom('linear', 'radial'), color, angle: fc.nat(359) })),
  background: fc.option(background, { freq: 5 }),
  logo: fc.constantFrom({ kind: 'none' } as const, { kind: 'mark' } as const),
  logoSize: fc.double({ min: 0.1, max: 0.3, noNaN: true }),
  logoClear: fc.boolean(),
  quietZone: fc.integer({ min: 2, max: 8 }),
  errorLevel: fc.constantFrom(...errorLevels),
  frame: fc.record({
    kind: fc.constantFrom(...frameKinds),
    position: fc.constantFrom('above', 'below'),
    text: fc.constantFrom('', 'Ana’s', 'How was your table tonight, dear guests?'),
    color: darkHex,
    textColor: fc.option(fc.oneof(darkHex, lightHex), { freq: 2 }),
  }),
});
const code: fc.Arbitrary<CodeToDraw> = fc.record({
  content: fc
    .stringMatching(/^[a-hjkmnp-z2-9]{10}$/)
    .map((short) => `https://reviews.example.com/q/${short}`),
  design,
  language: fc.constantFrom(...languages),
});

/** What zbar reads in a file; null when it reads nothing. */
function readByZbar(file: string): string | null {
  const { status, stdout } = spawnSync('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', file]);
  return status === 0 ? stdout.toString().trimEnd() : null;
}

async function readByJsqr(picture: Buffer): Promise<string | null> {
  const { data, info } = await sharp(picture).raw().ensureAlpha().toBuffer({ resolveWithObject: true });
  const pixels = new Uint8ClampedArray(data);
  return jsQR(pixels, info.width, info.height, { inversionAttempts: 'dontInvert' })?.data ?? null;
}

test(`accepted designs are read by ${hasZbar ? 'zbar' : 'the same reader at another size (zbar is not installed)'}`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'codes-'));
  const counts = { accepted: 0, refused: 0, refusedButRead: 0 };
  const reasons: Record<string, number> = {};
  const unread: string[] = [];
  try {
    const samples = fc.sample(code, { seed: 2026, numRuns: 10 * wanted });
    for (const [index, sample] of samples.entries()) {
      if (counts.accepted === wanted) break;
      const result = await checkCode(sample);
      // Transparent codes are printed on white.
      const picture = await sharp(await drawPng(sample, size))
        .flatten({ background: '#ffffff' })
        .png()
        .toBuffer();
      const file = join(folder, `${index}.png`);
      await writeFile(file, picture);
      const read = hasZbar ? readByZbar(file) : await readByJsqr(picture);
      const isRead = read === sample.content;
      if (result.ok) counts.accepted += 1;
      else {
        counts.refused += 1;
        for (const problem of result.problems) reasons[problem] = (reasons[problem] ?? 0) + 1;
      }
      if (!result.ok && isRead) counts.refusedButRead += 1;
      if (result.ok && !isRead) unread.push(JSON.stringify(sample));
    }
  } finally {
    await rm(folder, { recursive: true });
  }
  const line = `${counts.accepted} accepted, ${counts.accepted - unread.length} of them read; ${counts.refused} refused, ${counts.refusedButRead} of them read ${JSON.stringify(reasons)}`;
  process.stdout.write(`${hasZbar ? 'zbar' : 'jsqr, because zbar is not installed'}: ${line}\n`);
  expect(unread).toEqual([]);
  expect(counts.accepted).toBe(wanted);
}, 1_800_000);
