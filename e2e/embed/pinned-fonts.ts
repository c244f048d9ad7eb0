/** One family of files of ours, letters and emojis: pictures must not depend on what fonts a machine has. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const letters = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const emojis = resolve('@fontsource/noto-emoji/index.css');

/** What a host page's own server answers with below `/pinned/`: the style sheet `fonts.css` and the files it names. */
export async function readPinned(name: string): Promise<{ type: string; body: string | Buffer }> {
  if (name !== 'fonts.css') {
    const file = name === 'letters.woff2' ? letters : join(dirname(emojis), 'files', basename(name));
    return { type: 'font/woff2', body: await readFile(file) };
  }
  const css = await readFile(emojis, 'utf8');
  // Faces of one family draw a text together only where their weights are declared alike, and a letter is in one.
  const faces = css
    .replaceAll("'Noto Emoji'", '"Pinned"')
    .replaceAll('font-weight: 400', 'font-weight: 100 900')
    .replaceAll('U+23,U+2a,U+30-39,U+a9,U+ae,', '')
    .replaceAll('url(./files/', 'url(');
  const first =
    '@font-face{font-family:"Pinned";font-weight:100 900;unicode-range:U+0-2FF,U+2000-22FF;src:url(letters.woff2)}';
  return { type: 'text/css', body: `${first}${faces}body{font-family:"Pinned"}` };
}

/** Puts the family "Pinned" onto the page and waits until its faces are there. */
export async function pinFonts(page: Page, origin: string): Promise<void> {
  await page.addStyleTag({ url: `${origin}/pinned/fonts.css` });
  await page.evaluate(async () => {
    await document.fonts.load('16px "Pinned"', 'a🥐👩‍👩‍👧‍👦');
    await document.fonts.ready;
  });
}
