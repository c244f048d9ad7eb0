import { createHash } from 'node:crypto';
import { escapeHtml, simulatorPage } from '../kit/html.ts';
import { type HttpResponse, htmlResponse } from '../kit/response.ts';
import { testCards } from './cards.ts';
import { type Language, type Texts, textsIn } from './page-texts.ts';

/** Fills the card form with a test card; the pages have no other script. */
const script = `document.addEventListener('click',function(event){var button=event.target.closest('[data-card]');if(!button)return;var form=document.getElementById('card-form');form.elements.number.value=button.dataset.card;form.elements.expiry.value='12/34';form.elements.cvc.value=button.dataset.cvc;form.elements.number.focus()})`;

const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

const style = `
main{max-width:40rem}
h2{font-size:1.0625rem;margin:1.75rem 0 .25rem}
.field{display:block;margin-top:.875rem}
.field span{display:block;font-size:.9375rem;font-weight:600;margin-bottom:.25rem}
.field input,.field select{font:inherit;inline-size:100%;min-block-size:2.75rem;padding:.375rem .75rem;border:1px solid #7a8590;border-radius:.5rem;background:var(--paper);color:inherit}
.field input[aria-invalid]{border-color:#c5221f}
.row{display:grid;grid-template-columns:repeat(auto-fit,minmax(10rem,1fr));gap:0 1rem}
.error{color:#b3261e;margin:.25rem 0 0;font-size:.9375rem}
.alert{border:1px solid #c5221f;border-radius:.5rem;padding:.625rem .875rem;color:#b3261e;font-weight:600}
.good{border:1px solid #1e8e3e;border-radius:.5rem;padding:.625rem .875rem;color:#137333}
@media (prefers-color-scheme:dark){.error,.alert{color:#f2b8b5}.good{color:#81c995}}
.sums{inline-size:100%;border-collapse:collapse;margin-top:1rem}
.sums td,.sums th{padding:.375rem 0;text-align:start;font-weight:400;vertical-align:top}
.sums td:last-child{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
.sums .sum td,.sums .sum th{border-top:1px solid var(--line);font-weight:650;padding-top:.625rem}
.price{font-size:1.75rem;font-weight:650;margin:.25rem 0}
.promotion{display:flex;gap:.75rem;align-items:end}
.promotion .field{flex:1}
details{margin-top:1.5rem;border:1px solid var(--line);border-radius:.625rem;padding:.625rem .875rem}
summary{cursor:pointer;font-weight:600}
.cards{list-style:none;padding:0;margin:.5rem 0 0;display:grid;gap:.25rem}
.cards button{inline-size:100%;text-align:start;border-radius:.5rem;padding:.375rem .75rem;font-weight:400;color:inherit;min-block-size:2.5rem}
.cards code{margin-inline-end:.5rem}
form + form{margin-top:.5rem}
.actions{align-items:center}
.first{position:absolute;inline-size:1px;block-size:1px;min-block-size:0;padding:0;border:0;overflow:hidden;clip-path:inset(50%)}
`;

/** A page with the notice that no money moves. `body` is HTML. */
export function hostedPage(
  status: number,
  language: Language,
  page: { title: string; body: string },
): HttpResponse {
  const html = simulatorPage({
    ...page,
    language,
    notice: textsIn(language).notice,
    style,
    body: `${page.body}<script>${script}</script>`,
  });
  return htmlResponse(status, html, policy);
}

/** A page that says one sentence, like that a session is over. */
export function sentencePage(
  status: number,
  language: Language,
  sentence: string,
  link: { href: string; label: string } | null = null,
): HttpResponse {
  const anchor = link ? `<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>` : '';
  return hostedPage(status, language, { title: sentence, body: `<h1>${escapeHtml(sentence)}</h1>${anchor}` });
}

/** The test cards with what each does; a click fills the form. */
export function testCardList(texts: Texts): string {
  const items = testCards.map(
    ({ number, brand, about }) =>
      `<li><button type="button" data-card="${number}" data-cvc="${brand === 'amex' ? '1234' : '123'}"><code>${grouped(number)}</code>${escapeHtml(about)}</button></li>`,
  );
  return `<details><summary>${escapeHtml(texts.testCards)}</summary><ul class="cards">${items.join('')}</ul></details>`;
}

function grouped(number: string): string {
  return number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');
}

/** A labeled text field, with what is wrong about it. */
export function field(given: {
  name: string;
  label: string;
  value?: string;
  error?: string | undefined;
  attributes?: string;
}): string {
  const { name, label, value = '', error, attributes = '' } = given;
  const wrong = error ? ` aria-invalid="true" aria-describedby="${name}-error"` : '';
  const message = error ? `<p class="error" id="${name}-error">${escapeHtml(error)}</p>` : '';
  return `<label class="field"><span>${escapeHtml(label)}</span><input name="${name}" value="${escapeHtml(value)}"${wrong} ${attributes}></label>${message}`;
}

const countries =
  'AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO RS SE SI SK US'.split(
    ' ',
  );

/** A choice of countries, named in the language of the page. */
export function countryField(language: Language, label: string, value: string): string {
  const names = new Intl.DisplayNames([language === 'sr' ? 'sr-Latn' : language], { type: 'region' });
  const options = countries
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
    .map(
      ({ code, name }) =>
        `<option value="${code}"${code === value ? ' selected' : ''}>${escapeHtml(name)}</option>`,
    );
  return `<label class="field"><span>${escapeHtml(label)}</span><select name="country" autocomplete="country">${options.join('')}</select></label>`;
}

/** The country that a form starts with. */
export function countryFor(language: Language): string {
  return { en: 'IE', de: 'DE', fr: 'FR', es: 'ES', nl: 'NL', sr: 'RS' }[language];
}

export function isCountry(code: string): boolean {
  return countries.includes(code);
}

/** An amount as the language writes it. */
export function money(amount: number, currency: string, language: Language): string {
  return new Intl.NumberFormat(language === 'sr' ? 'sr-Latn' : language, {
    style: 'currency',
    currency: currency.toUpperCase(),
  }).format(amount / 100);
}

export function day(seconds: number, language: Language): string {
  return new Date(seconds * 1000).toLocaleDateString(language === 'sr' ? 'sr-Latn' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
}
