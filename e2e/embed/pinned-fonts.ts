/** One family of files of ours, letters and emojis: pictures must not depend on what fonts a machine has. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const letters = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const emojis = resolve('@fontsource/noto-color-emoji/index.css');

/** Puts the family "Pinned" onto the page, whose origin serves the files, and waits until its faces are there. */
export async function pinFonts(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/pinned/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace('/pinned/', '');
    return route.fulfill({ path: name === 'letters' ? letters : join(dirname(emojis), name) });
  });
  const css = await readFile(emojis, 'utf8');
  const faces = css
    .replaceAll("'Noto Color Emoji'", '"Pinned"')
    .replaceAll('url(./', `url(${origin}/pinned/`);
  // Of two faces that have a letter the later one draws it: digits are in the face of emojis too.
  const last = `@font-face{font-family:"Pinned";font-weight:100 900;src:url(${origin}/pinned/letters)}`;
  await page.addStyleTag({ content: `${faces}${last}body{font-family:"Pinned"}` });
  await page.evaluate(async () => {
    await document.fonts.load('16px "Pinned"', 'a🥐👩‍👩‍👧‍👦');
    await document.fonts.ready;
  });
}
