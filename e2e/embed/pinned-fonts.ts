/** One family of files of ours, letters and emojis: pictures must not depend on what fonts a machine has. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const letters = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const emojis = resolve('@fontsource/noto-emoji/index.css');

/** Puts the family "Pinned" onto the page, whose origin serves the files, and waits until its faces are there. */
export async function pinFonts(page: Page, origin: string): Promise<void> {
  await page.route(`${origin}/pinned/**`, (route) => {
    const name = new URL(route.request().url()).pathname.replace('/pinned/', '');
    return route.fulfill({ path: name === 'letters' ? letters : join(dirname(emojis), name) });
  });
  const css = await readFile(emojis, 'utf8');
  // Faces of one family draw a text together only where their weights are declared alike, and a letter is in one.
  const faces = css
    .replaceAll("'Noto Emoji'", '"Pinned"')
    .replaceAll('font-weight: 400', 'font-weight: 100 900')
    .replaceAll('U+23,U+2a,U+30-39,U+a9,U+ae,', '')
    .replaceAll('url(./', `url(${origin}/pinned/`);
  const first = `@font-face{font-family:"Pinned";font-weight:100 900;unicode-range:U+0-2FF,U+2000-22FF;src:url(${origin}/pinned/letters)}`;
  await page.addStyleTag({ content: `${first}${faces}body{font-family:"Pinned"}` });
  await page.evaluate(async () => {
    await document.fonts.load('16px "Pinned"', 'a🥐👩‍👩‍👧‍👦');
    await document.fonts.ready;
  });
}
