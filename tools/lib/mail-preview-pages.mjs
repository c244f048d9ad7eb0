// The pages of tools/mail-preview.mjs.

const escapeText = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const address = (path, query) => `${path}?${escapeText(new URLSearchParams(query).toString())}`;

const style = `
:root{color-scheme:light dark}
body{margin:0;font:15px/1.5 system-ui,sans-serif;background:light-dark(#f6f7fa,#0e1118);color:light-dark(#161b27,#e8ebf1)}
main{max-width:1500px;margin:0 auto;padding:24px}
h1{font-size:20px;margin:0 0 4px}
h2{font-size:14px;font-weight:600;margin:0 0 8px}
a{color:light-dark(#2f6fd6,#8fb7f6)}
nav a{margin-inline-end:12px}
nav a[aria-current]{font-weight:700;color:inherit;text-decoration:none}
table{border-collapse:collapse;margin-top:16px;width:100%}
td{padding:8px 16px 8px 0;border-top:1px solid light-dark(#e3e6ed,#2a303d);vertical-align:top}
.views{display:flex;gap:24px;flex-wrap:wrap;margin-top:24px}
iframe{border:1px solid light-dark(#e3e6ed,#2a303d);border-radius:8px;height:820px;display:block;background:#fff}
pre{white-space:pre-wrap;max-width:640px;padding:16px;border:1px solid light-dark(#e3e6ed,#2a303d);border-radius:8px}`;

function page(title, body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeText(title)}</title><style>${style}</style><main>${body}</main></html>`;
}

function languageLinks(path, query, locale, languages) {
  return `<nav>${languages
    .map(
      (lng) =>
        `<a href="${address(path, { ...query, lng })}"${lng === locale ? ' aria-current="true"' : ''}>${lng}</a>`,
    )
    .join('')}</nav>`;
}

/** The list of all mails in one language. */
export function homePage(mails, locale, languages) {
  const rows = mails.map(
    ({ name, mail }) =>
      `<tr><td><a href="${address('/mail', { name, lng: locale })}">${escapeText(name)}</a></td><td>${escapeText(mail.subject)}</td></tr>`,
  );
  return page(
    'Mails',
    `<h1>Mails</h1>${languageLinks('/', {}, locale, languages)}<table>${rows.join('')}</table>`,
  );
}

/** One mail in every form. */
export function mailPage({ name, mail }, locale, languages) {
  const frames = ['light', 'dark'].flatMap((scheme) =>
    [600, 390].map(
      (width) =>
        `<section><h2>${scheme}, ${width} px</h2><iframe sandbox width="${width}" title="${scheme}, ${width}" src="${address('/html', { name, lng: locale, scheme })}"></iframe></section>`,
    ),
  );
  return page(
    name,
    `<p><a href="${address('/', { lng: locale })}">All mails</a></p><h1>${escapeText(mail.subject)}</h1>${languageLinks('/mail', { name }, locale, languages)}
<div class="views">${frames.join('')}<section><h2>text</h2><pre>${escapeText(mail.text)}</pre></section></div>`,
  );
}
