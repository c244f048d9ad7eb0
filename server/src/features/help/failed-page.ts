/** The page after a failed form without JavaScript: the reason, what to do, and everything that was typed. */
import { createHash } from 'node:crypto';
import type { Language } from '@kindling/contract/constants';
import { helpLimits } from '@kindling/contract/help-limits';
import { languageTag } from '@kindling/contract/site';
import { fillText } from '@kindling/locales/fill-text.ts';
import { helpTexts } from '@kindling/locales/help.ts';
import { escapeHtml } from '../../lib/escape-html.ts';

// locale-keys: help.*

const css = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:34rem;margin:3rem auto;padding:0 1rem}h1{font-size:1.5rem;line-height:1.25}
label{display:block;margin-top:1rem;font-weight:600}input,textarea{font:inherit;width:100%;box-sizing:border-box;padding:.5rem}
textarea{min-height:10rem}button{font:inherit;margin-top:1rem;padding:.6rem 1.25rem}.trap{position:absolute;left:-99rem}small{display:block;margin-top:1.5rem}`;

export const failedPageCsp = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export function failedPage(page: {
  language: Language;
  reason: 'invalid' | 'often' | 'failed';
  requestId: string;
  /** As typed, untrusted. */
  fields: Record<string, string>;
}): string {
  const { language, reason, requestId, fields } = page;
  const t = helpTexts[language];
  const value = (name: string) => escapeHtml((fields[name] ?? '').slice(0, helpLimits.message * 2));
  return `<!doctype html>
<html lang="${languageTag(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(t.failedTitle)}</title><style>${css}</style></head>
<body><main><h1>${escapeHtml(t.failedTitle)}</h1><p>${escapeHtml(t.failed[reason])}</p>
<form method="post" action="/help"><input type="hidden" name="page" value="${value('page')}"><input type="hidden" name="language" value="${language}">
<label>${escapeHtml(t.name)} <input name="name" maxlength="${helpLimits.name}" value="${value('name')}"></label>
<label>${escapeHtml(t.email)} <input name="email" type="email" required value="${value('email')}"></label>
<label>${escapeHtml(t.message)} <textarea name="message" required maxlength="${helpLimits.message}">${value('message')}</textarea></label>
<div class="trap" aria-hidden="true"><input name="${helpLimits.honeypot}" tabindex="-1" autocomplete="off"></div>
<button>${escapeHtml(t.send)}</button></form>
<small>${escapeHtml(fillText(t.request, { id: requestId }))}</small></main></body></html>`;
}
