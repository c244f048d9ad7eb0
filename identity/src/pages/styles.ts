import { brandCss, tokensCss } from '@kindling/design/css';

/**
 * The style sheet of the service, with the product's design tokens. `primary` is the operator's color. The service has its
 * own origin and cannot read the theme that was chosen in the app, so the system's preference decides.
 */
export function styleSheet(primary: string): string {
  return `${tokensCss()}${brandCss(primary)}
@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:optional;
src:url(inter-latin-ext.woff2) format("woff2");unicode-range:U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF}
@font-face{font-family:Inter;font-style:normal;font-weight:100 900;font-display:optional;
src:url(inter-latin.woff2) format("woff2");unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD}
:root{color-scheme:light dark}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;color:var(--k-text);
background:radial-gradient(60rem 28rem at 50% -8rem,color-mix(in srgb,var(--k-brand-5) 14%,transparent),transparent 70%) no-repeat,var(--k-canvas);
font:400 1rem/1.5 var(--k-font);-webkit-font-smoothing:antialiased}
main{flex:1;width:100%;max-width:27.5rem;margin:0 auto;padding:3.5rem 1rem 2rem;display:flex;flex-direction:column;justify-content:center}
.brand{display:flex;align-items:center;justify-content:center;gap:.625rem;margin:0 0 1.5rem;color:inherit;text-decoration:none;
font-size:1.375rem;font-weight:700;letter-spacing:-.02em;border-radius:var(--k-radius-md);align-self:center;padding:.25rem .5rem}
.brand svg{width:2.25rem;height:2.25rem;flex:none}
.card{background:var(--k-surface);border:1px solid var(--k-border);border-radius:var(--k-radius-xl);box-shadow:var(--k-shadow-2);padding:2rem}
h1{margin:0;font-size:1.5rem;line-height:1.25;font-weight:680;letter-spacing:-.02em;text-wrap:balance;overflow-wrap:break-word}
.lead{margin:.5rem 0 0;color:var(--k-muted);text-wrap:pretty;overflow-wrap:anywhere}
.lead strong{color:var(--k-text);font-weight:600}
form{margin:1.5rem 0 0}
.field{margin:0 0 1.125rem}
.label{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;margin:0 0 .375rem;font-size:var(--k-text-md)}
label{font-weight:560}
.optional{color:var(--k-muted);font-size:var(--k-text-sm)}
input{display:block;width:100%;height:3rem;padding:0 .875rem;font:inherit;color:inherit;background:var(--k-surface);
border:1px solid var(--k-field);border-radius:var(--k-radius-md);transition:border-color .12s}
input:hover{border-color:var(--k-muted)}
input[aria-invalid=true]{border-color:var(--k-bad)}
.secret{position:relative}
.secret button{position:absolute;inset:1px 1px 1px auto;padding:0 .875rem;font:inherit;font-size:var(--k-text-sm);font-weight:560;color:var(--k-link);
background:none;border:0;border-radius:var(--k-radius-md);cursor:pointer}
.secret button:not([hidden])~input,.secret.on input{padding-right:6.5rem}
.hint,.error{margin:.375rem 0 0;font-size:var(--k-text-sm);line-height:1.4}
.hint{color:var(--k-muted)}
.error{color:var(--k-bad);font-weight:500}
.submit{display:block;width:100%;min-height:3rem;margin:1.5rem 0 0;padding:.625rem 1rem;font:inherit;font-weight:620;color:#fff;
background:var(--k-brand);border:1px solid transparent;border-radius:var(--k-radius-md);cursor:pointer;text-align:center;text-decoration:none;transition:background-color .12s}
.submit:hover{background:var(--k-brand-hover)}
.submit.quiet{color:var(--k-text);background:none;border-color:var(--k-field)}
.submit.quiet:hover{border-color:var(--k-text)}
a{color:var(--k-link);font-weight:560;text-underline-offset:.2em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
.aside{font-size:var(--k-text-sm)}
.below{margin:1.25rem 0 0;text-align:center;color:var(--k-muted);font-size:var(--k-text-md)}
.note{margin:1.25rem 0 0;padding:.75rem .875rem;border-radius:var(--k-radius-md);font-size:var(--k-text-md);line-height:1.45}
.note.bad{color:var(--k-bad);background:var(--k-bad-soft)}
.note.calm{color:var(--k-text);background:color-mix(in srgb,var(--k-brand-5) 14%,transparent)}
.note.good{color:var(--k-good);background:var(--k-good-soft)}
.sign{width:3rem;height:3rem;margin:0 0 1rem;display:grid;place-items:center;border-radius:var(--k-radius-lg);background:color-mix(in srgb,var(--k-brand-5) 14%,transparent);color:var(--k-link)}
.sign svg{width:1.5rem;height:1.5rem}
.fine{margin:1.25rem 0 0;color:var(--k-muted);font-size:var(--k-text-sm);overflow-wrap:anywhere}
.fine p{margin:.25rem 0 0}
:focus-visible{outline:3px solid var(--k-link);outline-offset:2px}
input:focus-visible{outline-offset:0;border-color:transparent}
footer{padding:1rem 1rem 1.75rem;text-align:center;color:var(--k-muted);font-size:var(--k-text-sm)}
footer ul{display:flex;flex-wrap:wrap;justify-content:center;gap:.125rem;margin:0 0 .5rem;padding:0;list-style:none}
footer li a{display:inline-block;padding:.375rem .4375rem;color:var(--k-muted);font-weight:450;text-decoration:none;border-radius:var(--k-radius-sm)}
footer li a:hover{color:var(--k-text);text-decoration:underline}
footer li a[aria-current]{color:var(--k-text);font-weight:620}
footer p{margin:0}
footer p a{color:var(--k-muted)}
.help{margin:1.25rem 0 0;font-size:var(--k-text-md)}
.help summary{width:fit-content;margin:0 auto;padding:.375rem .5rem;color:var(--k-link);font-weight:560;border-radius:var(--k-radius-sm);cursor:pointer}
.help form{margin:.75rem 0 0;padding:1.25rem;background:var(--k-surface);border:1px solid var(--k-border);border-radius:var(--k-radius-xl)}
.help .hint{margin:0 0 1rem}
textarea{display:block;width:100%;padding:.625rem .875rem;font:inherit;color:inherit;background:var(--k-surface);border:1px solid var(--k-field);border-radius:var(--k-radius-md);resize:vertical}
.trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.passkey{display:none;margin-top:1rem}
@media(scripting:enabled){.passkey{display:block}}
.passkey.ready{display:block}
.passkey[hidden]{display:none}
.passkey .submit{margin-top:0}
.part{margin:1.75rem 0 0;padding:1.5rem 0 0;border-top:1px solid var(--k-border)}
.part h2{display:flex;align-items:center;gap:.5rem;margin:0;font-size:1.0625rem;line-height:1.35;font-weight:640}
.part form{margin:1rem 0 0}
.part .submit{margin:1rem 0 0}
.part form .submit{margin:0}
.about{margin:.375rem 0 0;color:var(--k-muted);font-size:var(--k-text-md);overflow-wrap:anywhere;text-wrap:pretty}
.state{padding:.0625rem .5rem;border-radius:var(--k-radius-sm);background:var(--k-canvas);border:1px solid var(--k-border);color:var(--k-muted);font-size:var(--k-text-sm);font-weight:560}
.state.on{color:var(--k-good);background:var(--k-good-soft);border-color:transparent}
.items{margin:1rem 0 0;padding:0;list-style:none;border:1px solid var(--k-border);border-radius:var(--k-radius-md)}
.items li{padding:.75rem .875rem}
.items li+li{border-top:1px solid var(--k-border)}
.items .name{margin:0;font-weight:560;overflow-wrap:anywhere}
.items .hint{margin:.125rem 0 0}
.items summary{width:fit-content;margin:.25rem 0 0 -.25rem;padding:.25rem;color:var(--k-link);font-size:var(--k-text-sm);font-weight:560;border-radius:var(--k-radius-sm);cursor:pointer}
.submit.bad{color:var(--k-bad)}
.submit.quiet.bad:hover{border-color:var(--k-bad)}
input.code{font-variant-numeric:tabular-nums;letter-spacing:.06em}
.qr{display:block;width:13rem;max-width:100%;height:auto;margin:1.25rem auto;border-radius:var(--k-radius-md);border:1px solid var(--k-border)}
.secret-text{margin:.375rem 0 0;overflow-wrap:anywhere}
code{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375em;letter-spacing:.02em}
.codes{display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1rem;margin:1.25rem 0 0;padding:1rem;list-style:none;background:var(--k-canvas);border:1px solid var(--k-border);border-radius:var(--k-radius-md);text-align:center}
@media print{footer,.help,.submit{display:none}}
@media (max-width:575.98px){main{padding-top:1.75rem;justify-content:flex-start}.card{padding:1.5rem 1.25rem}.brand{margin-bottom:1.125rem}footer{padding-inline:.5rem;font-size:var(--k-text-sm)}footer li a{padding-inline:.375rem}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (forced-colors:active){.card,.note{border:1px solid}}
`.trim();
}
