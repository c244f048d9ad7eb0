/** One font family from our own files, letters and emojis, because the pictures must not depend on installed fonts. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

const { resolve } = createRequire(import.meta.url);
const letters = resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const emojis = resolve('@fontsource/noto-emoji/index.css');

/** Responses of a host page's server below `/pinned/`: the style sheet `fonts.css` and its files. */
export async function readPinned(name: string): Promise<{ type: string; body: string | Buffer }> {
  if (name !== 'fonts.css') {
    const file = name === 'letters.woff2' ? letters : join(dirname(emojis), 'files', basename(name));
    return { type: 'font/woff2', body: await readFile(file) };
  }
  const css = await readFile(emojis, 'utf8');
  // Faces of one family combine in a text only when their declared weights match, and each letter is in one face.
  const faces = css
    .replaceAll("'Noto Emoji'", '"Pinned"')
    .replaceAll('font-weight: 400', 'font-weight: 100 900')
    .replaceAll('U+23,U+2a,U+30-39,U+a9,U+ae,', '')
    .replaceAll('url(./files/', 'url(');
  const first =
    '@font-face{font-family:"Pinned";font-weight:100 900;unicode-range:U+0-2FF,U+2000-22FF;src:url(letters.woff2)}';
  return { type: 'text/css', body: `${first}${faces}body{font-family:"Pinned"}` };
}

/** Loads the family "Pinned" into the page and waits for its faces. */
export async function pinFonts(page: Page, origin: string): Promise<void> {
  await page.addStyleTag({ url: `${origin}/pinned/fonts.css` });
  await page.evaluate(async () => {
    await document.fonts.load('16px "Pinned"', 'a🥐👩‍👩‍👧‍👦');
    await document.fonts.ready;
  });
}
