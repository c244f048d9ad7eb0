import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BrandMark } from '@kindling/design/brand-mark';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import { styleSheet } from './styles.ts';

export type Asset = { type: string; body: Buffer };
export type Assets = {
  byPath: Map<string, Asset>;
  stylePath: string;
  scriptPath: string;
  iconPath: string;
  /** Preloaded before the style sheet requests them, by the letters that they hold. */
  fontPaths: { latin: string; latinExtended: string };
};

/** The product's icon on a tile of the operator's color, as in the app. */
export const brandIconSvg = (tile: string) =>
  renderToStaticMarkup(createElement(BrandMark, { size: 32, tile })).replace(
    '<svg ',
    '<svg xmlns="http://www.w3.org/2000/svg" ',
  );

/**
 * Shows the hidden buttons that reveal passwords. Sends the help form without leaving the page, so that the sign-in can
 * continue; without a script the form leads to the public pages.
 */
const SCRIPT = `for (const button of document.querySelectorAll('[data-reveal]')) {
  const field = document.getElementById(button.dataset.reveal);
  button.hidden = false;
  button.parentElement.classList.add('on');
  button.addEventListener('click', () => {
    const show = field.type === 'password';
    field.type = show ? 'text' : 'password';
    button.textContent = show ? button.dataset.hide : button.dataset.show;
    button.setAttribute('aria-label', show ? button.dataset.hideLabel : button.dataset.showLabel);
  });
  field.form.addEventListener('submit', () => { field.type = 'password'; });
}
const help = document.querySelector('.help form');
help?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = help.querySelector('button');
  const told = help.parentElement.querySelector('[role=status]');
  button.disabled = true;
  const body = new URLSearchParams(new FormData(help));
  const options = { method: 'POST', body, redirect: 'manual', credentials: 'omit' };
  const answer = await fetch(help.action, options).catch(() => null);
  button.disabled = false;
  const sent = answer?.type === 'opaqueredirect';
  const reason = { 400: 'invalid', 429: 'often' }[answer?.status] ?? 'failed';
  told.className = 'note ' + (sent ? 'good' : 'bad');
  told.textContent = told.dataset[sent ? 'sent' : reason];
  help.hidden = sent;
});
`;

/** All static files, read once. Style and script have their hash in the path and may be cached forever. */
export function loadAssets(primaryColor: string): Assets {
  const require = createRequire(import.meta.url);
  const byPath = new Map<string, Asset>();
  const add = (name: string, type: string, body: Buffer, hashed: boolean): string => {
    const tag = createHash('sha256').update(body).digest('hex').slice(0, 12);
    const path = `/assets/${hashed ? name.replace('.', `.${tag}.`) : name}`;
    byPath.set(path, { type, body });
    return path;
  };
  const addFont = (font: string) => {
    const file = require.resolve(`@fontsource-variable/inter/files/${font}-wght-normal.woff2`);
    return add(`${font}.woff2`, 'font/woff2', readFileSync(file), false);
  };
  const fontPaths = { latin: addFont('inter-latin'), latinExtended: addFont('inter-latin-ext') };
  return {
    byPath,
    fontPaths,
    stylePath: add('style.css', 'text/css; charset=utf-8', Buffer.from(styleSheet(primaryColor)), true),
    scriptPath: add('form.js', 'text/javascript; charset=utf-8', Buffer.from(SCRIPT + PASSKEY_SCRIPT), true),
    iconPath: add('icon.svg', 'image/svg+xml', Buffer.from(brandIconSvg(primaryColor)), true),
  };
}
