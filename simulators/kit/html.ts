/** Text as it may stand in HTML, also inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A whole page of a simulator. `title` and `notice` are escaped here, `body` and `style` are HTML and CSS. */
export function simulatorPage(page: {
  title: string;
  notice: string;
  /** The language of the page; English when missing. */
  language?: string;
  body: string;
  style?: string;
  refreshSeconds?: number;
}): string {
  const refresh = page.refreshSeconds ? `<meta http-equiv="refresh" content="${page.refreshSeconds}">` : '';
  return `<!doctype html>
<html lang="${page.language ?? 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh}<title>${escapeHtml(page.title)}</title>
<style>${baseStyle}${page.style ?? ''}</style>
</head>
<body>
<p class="notice">${escapeHtml(page.notice)}</p>
<main>${page.body}</main>
</body>
</html>`;
}

const baseStyle = `
:root{color-scheme:light dark;--ink:#1f2328;--soft:#59636e;--line:#d1d9e0;--paper:#fff;--ground:#f3f5f7;--accent:#0b57d0;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--ink:#e6edf3;--soft:#9aa4ae;--line:#3d444d;--paper:#171b21;--ground:#0d1117;--accent:#a8c7fa;--on-accent:#062e6f}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere}
.notice{margin:0;padding:.625rem 1rem;background:#fff4d6;color:#4d3800;border-bottom:1px solid #e6c974;text-align:center;font-size:.9375rem}
main{max-width:34rem;margin:2.5rem auto;padding:2rem;background:var(--paper);border:1px solid var(--line);border-radius:1rem}
@media (max-width:36rem){main{margin:0;border:0;border-radius:0;padding:1.5rem 1rem}}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}
p{margin:.5rem 0}
.soft{color:var(--soft)}
a{color:var(--accent)}
fieldset{border:0;padding:0;margin:1.5rem 0 0}
legend{font-weight:600;padding:0;margin-bottom:.5rem}
.choice{display:flex;gap:.75rem;align-items:flex-start;padding:.75rem;border:1px solid var(--line);border-radius:.625rem;margin-top:.5rem;cursor:pointer}
.choice:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.choice input{inline-size:1.125rem;block-size:1.125rem;margin:.25rem 0 0;accent-color:var(--accent);flex:none}
.choice small{display:block;color:var(--soft);font-size:.875rem}
.actions{display:flex;gap:.75rem;justify-content:flex-end;flex-wrap:wrap;margin-top:2rem}
button{font:inherit;font-weight:600;min-block-size:2.75rem;padding:.5rem 1.5rem;border-radius:1.375rem;border:1px solid var(--line);background:transparent;color:var(--accent);cursor:pointer}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
code{font-size:.875em;background:var(--ground);padding:.125rem .375rem;border-radius:.25rem}
`;
