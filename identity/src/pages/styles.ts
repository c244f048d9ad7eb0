import { readableOn } from '@kindling/design/colour';

const LIGHT_CARD = '#ffffff';
const DARK_CARD = '#171c26';

/** The one style sheet of the service. `primary` is the operator's colour; the steps that carry text are derived. */
export function styleSheet(primary: string): string {
  const button = readableOn(primary, '#ffffff', 5);
  const buttonHover = readableOn(primary, '#ffffff', 6.6);
  return `
@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:swap;
src:url(inter-latin-ext.woff2) format("woff2");unicode-range:U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF}
@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:swap;
src:url(inter-latin.woff2) format("woff2");unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD}
:root{color-scheme:light dark;--brand:${primary};--button:${button};--button-hover:${buttonHover};--link:${readableOn(primary, '#f4f6fb', 5)};
--ground:#f4f6fb;--glow:${primary}24;--card:${LIGHT_CARD};--line:#e3e8f1;--field:#ffffff;--field-line:#7f8aa0;--text:#161b26;--soft:#525d72;
--bad:#b3261e;--bad-ground:#fdf0ef;--good:#1a6b3c;--good-ground:#eef8f1;--shadow:0 1px 2px #10182812,0 12px 32px -8px #1018281f}
@media (prefers-color-scheme:dark){:root{--link:${readableOn(primary, DARK_CARD, 6)};
--ground:#0e121a;--glow:${primary}2e;--card:${DARK_CARD};--line:#2a3241;--field:#10151e;--field-line:#70809c;--text:#eef1f7;--soft:#a9b4c6;
--bad:#ff9d94;--bad-ground:#3a1c1b;--good:#8fdcae;--good-ground:#15301f;--shadow:0 1px 2px #0006,0 16px 40px -12px #000a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;color:var(--text);
background:radial-gradient(60rem 28rem at 50% -8rem,var(--glow),transparent 70%) no-repeat,var(--ground);
font:400 1rem/1.5 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-font-smoothing:antialiased}
main{flex:1;width:100%;max-width:27.5rem;margin:0 auto;padding:3.5rem 1rem 2rem;display:flex;flex-direction:column;justify-content:center}
.brand{display:flex;align-items:center;justify-content:center;gap:.625rem;margin:0 0 1.5rem;color:inherit;text-decoration:none;
font-size:1.375rem;font-weight:700;letter-spacing:-.02em;border-radius:.5rem;align-self:center;padding:.25rem .5rem}
.brand svg{width:2.25rem;height:2.25rem;flex:none}
.card{background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:var(--shadow);padding:2rem}
h1{margin:0;font-size:1.5rem;line-height:1.25;font-weight:680;letter-spacing:-.02em;text-wrap:balance;overflow-wrap:break-word}
.lead{margin:.5rem 0 0;color:var(--soft);text-wrap:pretty;overflow-wrap:anywhere}
.lead strong{color:var(--text);font-weight:600}
form{margin:1.5rem 0 0}
.field{margin:0 0 1.125rem}
.label{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;margin:0 0 .375rem;font-size:.9375rem}
label{font-weight:560}
.optional{color:var(--soft);font-size:.875rem}
input{display:block;width:100%;height:3rem;padding:0 .875rem;font:inherit;color:inherit;background:var(--field);
border:1px solid var(--field-line);border-radius:.625rem;transition:border-color .12s}
input:hover{border-color:var(--soft)}
input[aria-invalid=true]{border-color:var(--bad)}
.secret{position:relative}
.secret button{position:absolute;inset:1px 1px 1px auto;padding:0 .875rem;font:inherit;font-size:.875rem;font-weight:560;color:var(--link);
background:none;border:0;border-radius:.5rem;cursor:pointer}
.secret button:not([hidden])~input,.secret.on input{padding-right:6.5rem}
.hint,.error{margin:.375rem 0 0;font-size:.875rem;line-height:1.4}
.hint{color:var(--soft)}
.error{color:var(--bad);font-weight:500}
.submit{display:block;width:100%;min-height:3rem;margin:1.5rem 0 0;padding:.625rem 1rem;font:inherit;font-weight:620;color:#fff;
background:var(--button);border:1px solid transparent;border-radius:.625rem;cursor:pointer;text-align:center;text-decoration:none;transition:background-color .12s}
.submit:hover{background:var(--button-hover)}
.submit.quiet{color:var(--text);background:none;border-color:var(--field-line)}
.submit.quiet:hover{border-color:var(--text)}
a{color:var(--link);font-weight:560;text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
.aside{font-size:.875rem}
.below{margin:1.25rem 0 0;text-align:center;color:var(--soft);font-size:.9375rem}
.note{margin:1.25rem 0 0;padding:.75rem .875rem;border-radius:.625rem;font-size:.9375rem;line-height:1.45}
.note.bad{color:var(--bad);background:var(--bad-ground)}
.note.good{color:var(--good);background:var(--good-ground)}
.sign{width:3rem;height:3rem;margin:0 0 1rem;display:grid;place-items:center;border-radius:.875rem;background:var(--glow);color:var(--link)}
.sign svg{width:1.5rem;height:1.5rem}
.fine{margin:1.25rem 0 0;color:var(--soft);font-size:.875rem;overflow-wrap:anywhere}
.fine p{margin:.25rem 0 0}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
input:focus-visible{outline-offset:0;border-color:transparent}
footer{padding:1rem 1rem 1.75rem;text-align:center;color:var(--soft);font-size:.875rem}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.125rem;margin:0 0 .5rem;padding:0;list-style:none}
footer li a{display:inline-block;padding:.375rem .4375rem;color:var(--soft);font-weight:450;text-decoration:none;border-radius:.375rem}
footer li a:hover{color:var(--text);text-decoration:underline}
footer li a[aria-current]{color:var(--text);font-weight:620}
footer p{margin:0}
@media (max-width:575.98px){main{padding-top:1.75rem;justify-content:flex-start}.card{padding:1.5rem 1.25rem}.brand{margin-bottom:1.125rem}footer{padding-inline:.5rem;font-size:.8125rem}footer li a{padding-inline:.375rem}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.card,.note{border:1px solid}}
`.trim();
}
