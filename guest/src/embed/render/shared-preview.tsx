/** The page around a shared preview, and the one for a link that does not work. For the server only, because it hashes. */
import { createHash } from 'node:crypto';
import type { Language } from '@kindling/contract/constants';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type PreviewTexts, previewTextsOf } from '../../kit/preview-texts.ts';

/** A whole document without a script, and the value of its `style-src`. */
export type SharedPage = { readonly html: string; readonly style: string };

interface SharedPreview {
  language: Language;
  theme: 'light' | 'dark';
  /** Path of the page; its example page is at `page` below it. */
  path: string;
  expiresAt: string;
}

const themes = ['light', 'dark'] as const;
const widths = ['window', 'tablet', 'phone'] as const;

export function renderSharedPreview({ language, theme, path, expiresAt }: SharedPreview): SharedPage {
  const texts = previewTextsOf(language);
  const { text, day } = texts;
  return pageOf(
    texts,
    text('sharedTitle'),
    <>
      <header className="bar">
        <div className="words">
          <h1>{text('sharedTitle')}</h1>
          <p>{text('sharedText', { day: day(expiresAt) })}</p>
        </div>
        <fieldset>
          <legend>{text('width')}</legend>
          {widths.map((width) => (
            <span key={width}>
              <input type="radio" name="width" id={width} defaultChecked={width === 'window'} />
              <label htmlFor={width}>{text(width)}</label>
            </span>
          ))}
        </fieldset>
        <nav aria-label={text('surroundings')}>
          {themes.map((one) => (
            <a key={one} href={`${path}?theme=${one}`} aria-current={one === theme ? 'true' : undefined}>
              {text(one)}
            </a>
          ))}
        </nav>
      </header>
      <main>
        <iframe
          src={`${path}/page?theme=${theme}`}
          title={text('sharedTitle')}
          sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
        />
      </main>
    </>,
  );
}

export function renderLostPreview(language: Language): SharedPage {
  const texts = previewTextsOf(language);
  return pageOf(
    texts,
    texts.text('goneTitle'),
    <main className="gone">
      <h1>{texts.text('goneTitle')}</h1>
      <p>{texts.text('goneText')}</p>
    </main>,
  );
}

function pageOf({ tag }: PreviewTexts, title: string, body: ReactElement): SharedPage {
  const html = [
    `<!doctype html><html lang="${tag}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="referrer" content="no-referrer"><meta name="robots" content="noindex,nofollow">',
    renderToStaticMarkup(<title>{title}</title>),
    `<style>${css}</style></head><body>`,
    renderToStaticMarkup(body),
    '</body></html>',
  ].join('');
  return { html, style: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
}

/** The widths are radio buttons that the rules read, so that the page needs no script. */
const css = `
:root{color-scheme:light dark;--page:#f1f2f5;--bar:#fff;--ink:#1d2433;--soft:#586173;--rule:#d9dde4;--mark:#1f5fc4;--on:#fff}
@media(prefers-color-scheme:dark){:root{--page:#0d0f13;--bar:#171a21;--ink:#e9ebef;--soft:#a6afbc;--rule:#333944;--mark:#9cc2ff;--on:#0d1a30}}
*{box-sizing:border-box}
html,body{height:100%}
body{display:flex;flex-direction:column;margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1,p{margin:0}
.bar{display:flex;flex-wrap:wrap;align-items:center;gap:8px 20px;padding:10px 16px;background:var(--bar);border-bottom:1px solid var(--rule)}
.words{flex:1 1 320px}
h1{font-size:16px;line-height:1.4}
p{color:var(--soft);font-size:14px}
fieldset,nav{display:flex;margin:0;padding:0;border:0}
legend{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
input{position:absolute;opacity:0}
label,nav a{display:block;padding:5px 12px;border:1px solid var(--rule);margin-left:-1px;color:inherit;font-size:14px;text-decoration:none;cursor:pointer}
input:checked+label,nav a[aria-current]{background:var(--mark);border-color:var(--mark);color:var(--on)}
input:focus-visible+label,nav a:focus-visible{outline:2px solid var(--mark);outline-offset:2px}
main{flex:1;min-height:0;display:flex;justify-content:center}
iframe{width:100%;height:100%;border:0;background:var(--bar)}
body:has(#tablet:checked) iframe{width:768px;max-width:100%}
body:has(#phone:checked) iframe{width:390px;max-width:100%}
.gone{flex-direction:column;gap:8px;align-items:center;padding:24px;text-align:center}
.gone p{max-width:36em}
@media(max-width:799px){fieldset{display:none}}
`;
