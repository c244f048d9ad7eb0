import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { styleSheet } from './styles.ts';

export type Asset = { type: string; body: Buffer };
export type Assets = {
  byPath: Map<string, Asset>;
  stylePath: string;
  scriptPath: string;
  iconPath: string;
  /** The font that nearly every text needs; fetched before the style sheet asks for it. */
  fontPath: string;
};

/** The mark: a spark that grows into a flame. `ink` is the outer flame, `core` the inner one. */
export const markSvg = (ink: string, core: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" aria-hidden="true"><path fill="${ink}" d="M25.6 2.6c1.2 6.9-1.5 10.6-5.3 14.7C15.7 22.2 11 27 11 33.3 11 40.3 16.8 46 24 46s13-5.7 13-12.7c0-5.4-2.6-9.7-5-13.2-.5 2.6-1.6 4.5-3.5 5.9C29.7 18 30 9.2 25.6 2.6Z"/><path fill="${core}" d="M24.3 27.5c.5 3.2-1 4.8-2.5 6.5-1.2 1.3-2.3 2.7-2.3 4.7 0 2.6 2.1 4.6 4.7 4.6s4.7-2 4.7-4.7c0-4.3-2.7-7.6-4.6-11.1Z"/></svg>`;

/** Shows the button that the page carries hidden; without script a password field is simply a password field. */
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
`;

/** Everything static, read once. Style and script carry their hash in the path and may be cached for ever. */
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
  const fontPath = addFont('inter-latin');
  addFont('inter-latin-ext');
  return {
    byPath,
    fontPath,
    stylePath: add('style.css', 'text/css; charset=utf-8', Buffer.from(styleSheet(primaryColor)), true),
    scriptPath: add('form.js', 'text/javascript; charset=utf-8', Buffer.from(SCRIPT), true),
    iconPath: add('icon.svg', 'image/svg+xml', Buffer.from(markSvg(primaryColor, '#ffd27a')), true),
  };
}
