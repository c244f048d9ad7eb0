/** Styles of the mailbox's pages, beside those of all simulators. */
export const style = `
:root{--paper:#fff;--ground:#f6f7fa;--line:#e3e6ed;--ink:#161b27;--soft:#586274;--accent:#2f6fd6}
@media (prefers-color-scheme:dark){:root{--paper:#161a23;--ground:#0e1118;--line:#2a303d;--ink:#e8ebf1;--soft:#a0a9ba;--accent:#8fb7f6}}
.notice{background:transparent;color:var(--soft);border-bottom-color:var(--line);font-size:.8125rem}
main{max-width:72rem;margin:1.5rem auto;padding:1.5rem;border-radius:.75rem;box-shadow:0 1px 2px #1018280d}
h1{font-size:1.375rem;font-weight:650;letter-spacing:-.01em;margin:0}
h1 .soft{font-size:.9375rem;font-weight:400;margin-inline-start:.5rem;letter-spacing:0}
.head{display:flex;gap:1rem;align-items:center;justify-content:space-between;flex-wrap:wrap}
.search{display:flex;gap:.5rem;align-items:center;flex:0 1 30rem;flex-wrap:wrap}
.search input{font:inherit;flex:1 1 12rem;min-inline-size:0;min-block-size:2.5rem;padding:.25rem .75rem;border:1px solid #868fa1;border-radius:.5rem;background:var(--paper);color:inherit}
.search button{min-block-size:2.5rem;padding:.25rem 1rem;border-radius:.5rem}
ul.mails{list-style:none;margin:1.25rem -1.5rem -1.5rem;padding:0}
ul.mails li{border-top:1px solid var(--line)}
ul.mails a{display:grid;grid-template-columns:minmax(8rem,14rem) minmax(0,1fr) auto;gap:.25rem 1.25rem;align-items:baseline;padding:.75rem 1.5rem;color:inherit;text-decoration:none}
ul.mails a:hover{background:var(--ground)}
ul.mails .to,ul.mails .what{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
ul.mails .to{order:-1}
ul.mails strong{font-weight:600;margin-inline-end:.625rem}
ul.mails time{font-size:.875rem;font-variant-numeric:tabular-nums}
.empty{padding:4rem 1rem;text-align:center}
.empty h2{font-size:1.125rem;margin:0}
.back{margin:0 0 .75rem;font-size:.9375rem}
dl{display:flex;gap:.25rem 2rem;flex-wrap:wrap;margin:.75rem 0 1.25rem;font-size:.9375rem}
dl div{display:flex;gap:.5rem}
dt{color:var(--soft)}
dd{margin:0}
.bar{display:flex;gap:.5rem 1.25rem;flex-wrap:wrap;margin:0 0 1rem}
.tabs{display:inline-flex;padding:.1875rem;gap:.125rem;border:1px solid var(--line);border-radius:.625rem;background:var(--ground)}
.tabs a{padding:.25rem .75rem;border-radius:.4375rem;color:var(--soft);text-decoration:none;font-size:.9375rem}
.tabs a:hover{color:var(--ink)}
.tabs a[aria-current]{background:var(--paper);color:var(--ink);font-weight:600;box-shadow:0 1px 2px #10182826}
pre{white-space:pre-wrap;overflow-wrap:anywhere;border:1px solid var(--line);border-radius:.625rem;padding:1.25rem;margin:0;font:.9375rem/1.6 system-ui,sans-serif;max-inline-size:44rem}
pre.code{font:.8125rem/1.5 ui-monospace,monospace;max-inline-size:none}
.headers{inline-size:100%;border-collapse:collapse;font-size:.875rem}
.headers th,.headers td{padding:.5rem .75rem;border-top:1px solid var(--line);text-align:start;vertical-align:top}
.headers th{inline-size:14rem;font-weight:500;color:var(--soft)}
.stage{border:1px solid var(--line);border-radius:.625rem;overflow:auto;background:#f6f7fa}
.stage.dark{background:#0e1118}
iframe{display:block;margin:0 auto;border:0;inline-size:100%;block-size:max(38rem,calc(100vh - 21rem))}
iframe.w390{inline-size:390px}
iframe.w600{inline-size:600px}
@media (max-width:44rem){main{margin:0;border:0;border-radius:0;padding:1rem}ul.mails{margin-inline:-1rem}ul.mails a{grid-template-columns:minmax(0,1fr) auto;padding-inline:1rem}ul.mails .what{grid-column:1/-1;order:1}.headers th{inline-size:8rem}}
`;
