/**
 * Fills the placeholders of the built pages. Brand, prices and addresses belong to the installation and not to the build,
 * which holds `[[brand.name]]` in their place: in text, in attributes and in structured data.
 */
import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { brandCss } from '@kindling/design/css';
import { escapeHtml } from '../../lib/escape-html.ts';

/** What the pages show about the installation and its operator. */
export interface Installation {
  brand: {
    name: string;
    tagline: string;
    supportEmail: string;
    /** `#rrggbb`. */
    primaryColor: string;
  };
  /** Origin without a slash at the end. */
  publicUrl: string;
  operator: {
    name: string;
    address: string | null;
    country: string | null;
    email: string;
    phone: string | null;
    representative: string | null;
    register: string | null;
    vatId: string | null;
  };
  /** Prices of the one plan, in units of the currency (ISO 4217). */
  prices: { monthly: number; yearly: number; currency: string };
  /** Companies that process data for the operator; a country may be an ISO 3166 code. */
  subprocessors: readonly Readonly<Record<SubprocessorField, string>>[];
  /** Services that are set up; null for one that is not. */
  payments: object | null;
  helpDesk: object | null;
  assistant: object | null;
}

type SubprocessorField = 'name' | 'purpose' | 'country';

export type Placeholders = Readonly<Record<string, string>>;

/** The values in the language of the page; empty for settings that the operator left out. */
export function placeholderValues(
  installation: Installation,
  language: Language,
  year: number,
): Placeholders {
  const { brand, publicUrl, operator, prices } = installation;
  const tag = languageTag(language);
  const money = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency: prices.currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 0 });
  const saving = prices.monthly > 0 ? 1 - prices.yearly / (12 * prices.monthly) : 0;
  const regions = new Intl.DisplayNames(tag, { type: 'region' });
  const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code);
  return {
    'brand.name': brand.name,
    'brand.tagline': brand.tagline,
    'brand.color': brand.primaryColor,
    'public.url': publicUrl,
    'support.email': brand.supportEmail,
    'operator.name': operator.name,
    'operator.address': operator.address ?? '',
    'operator.country': countryName(operator.country ?? ''),
    'operator.email': operator.email,
    'operator.phone': operator.phone ?? '',
    'operator.representative': operator.representative ?? '',
    'operator.register': operator.register ?? '',
    'operator.vatId': operator.vatId ?? '',
    'price.month': money.format(prices.monthly),
    'price.year': money.format(prices.yearly),
    'price.yearMonthly': money.format(prices.yearly / 12),
    'price.saving': percent.format(Math.max(0, saving)),
    'price.currency': prices.currency,
    'uses.payments': installation.payments === null ? '' : 'yes',
    'uses.helpDesk': installation.helpDesk === null ? '' : 'yes',
    'uses.assistant': installation.assistant === null ? '' : 'yes',
    ...subprocessorValues(installation, countryName),
    year: String(year),
  };
}

/** `subprocessor.count`, empty for none, and `subprocessor.1.name` and so on. */
function subprocessorValues(
  { subprocessors }: Installation,
  countryName: (code: string) => string,
): Placeholders {
  const values = subprocessors.flatMap(({ name, purpose, country }, at) => [
    [`subprocessor.${at + 1}.name`, name],
    [`subprocessor.${at + 1}.purpose`, purpose],
    [`subprocessor.${at + 1}.country`, countryName(country)],
  ]);
  const count = subprocessors.length === 0 ? '' : String(subprocessors.length);
  return { 'subprocessor.count': count, ...Object.fromEntries(values) };
}

function placeholderValue(placeholders: Placeholders, name: string): string | undefined {
  return Object.hasOwn(placeholders, name) ? placeholders[name] : undefined;
}

/** Fills the conditions and placeholders of a plain text. Unknown ones stay, so that a test can find them. */
export function fillText(text: string, placeholders: Placeholders): string {
  return chooseWords(text, placeholders).replace(
    /\[\[([a-zA-Z0-9.]+)\]\]/g,
    (whole, name: string) => placeholderValue(placeholders, name) ?? whole,
  );
}

/** Fills a built page; each value is escaped for its place. */
export function fillPage(html: string, placeholders: Placeholders, brandStyle: string): string {
  const shown = chooseWords(applyConditions(html, placeholders), placeholders);
  return repeatRows(shown, placeholders)
    .replace(/<style data-brand(?:="[^"]*")?><\/style>/g, () => `<style>${brandStyle}</style>`)
    .replace(
      /<script type="application\/ld\+json" data-json="([^"]*)"><\/script>/g,
      (_whole, json: string) =>
        `<script type="application/ld+json">${fillJson(unescapeHtml(json), placeholders)}</script>`,
    )
    .replace(/\[\[([a-zA-Z0-9.]+)\]\]/g, (whole, name: string) =>
      escapeHtml(placeholderValue(placeholders, name) ?? whole),
    );
}

/** The inline style with the operator's color. All pages share it, because the Content-Security-Policy holds its hash. */
export function brandStyle(installation: Installation): string {
  return brandCss(installation.brand.primaryColor);
}

/**
 * Removes `<p data-if="operator.address">` when the value is empty, and `data-unless` when it is not. The element must not
 * contain another element of the same name; others in it may have conditions of their own.
 */
function applyConditions(html: string, placeholders: Placeholders): string {
  return html.replace(
    /<([a-z]+)( [^>]*)? data-(if|unless)="([a-zA-Z.]+)"([^>]*)>([\s\S]*?)<\/\1>/g,
    (_whole, tag, before = '', kind, name, after, inner) => {
      const present = (placeholderValue(placeholders, name) ?? '') !== '';
      if (present !== (kind === 'if')) return '';
      return `<${tag}${before}${after}>${applyConditions(inner, placeholders)}</${tag}>`;
    },
  );
}

/**
 * Chooses between words: `[[if.uses.payments]]these[[else]]or these[[end]]`, or `[[unless.…]]`; `else` may be missing. It
 * works in text, attributes and structured data, so a text that stands in several of them is the same everywhere.
 */
function chooseWords(text: string, placeholders: Placeholders): string {
  return text.replace(
    /\[\[(if|unless)\.([a-zA-Z.]+)\]\]([\s\S]*?)(?:\[\[else\]\]([\s\S]*?))?\[\[end\]\]/g,
    (whole, kind: string, name: string, words: string, others = '') => {
      const value = placeholderValue(placeholders, name);
      if (value === undefined) return whole;
      return (value !== '') === (kind === 'if') ? words : others;
    },
  );
}

/**
 * Repeats `<tr data-each="subprocessor">` as often as `subprocessor.count` says; `[[subprocessor.name]]` in the second row
 * becomes `[[subprocessor.2.name]]`.
 */
function repeatRows(html: string, placeholders: Placeholders): string {
  return html.replace(/<tr data-each="([a-z]+)">([\s\S]*?)<\/tr>/g, (_whole, list: string, row: string) => {
    const count = Number(placeholderValue(placeholders, `${list}.count`) ?? 0);
    const rows = Array.from({ length: count }, (_, at) =>
      row.replaceAll(`[[${list}.`, `[[${list}.${at + 1}.`),
    );
    return rows.map((inner) => `<tr>${inner}</tr>`).join('');
  });
}

/**
 * Fills the strings of the parsed data, so that a quote in a value cannot break the JSON, and removes the objects of a list
 * whose `data-if` names an empty value, as the elements on the page.
 */
function fillJson(json: string, placeholders: Placeholders): string {
  const data: unknown = JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string') return fillText(value, placeholders);
    // A removed object leaves a hole in its list.
    if (Array.isArray(value)) return value.filter(() => true);
    if (typeof value !== 'object' || value === null || !('data-if' in value)) return value;
    const { 'data-if': name, ...rest } = value;
    return (placeholderValue(placeholders, String(name)) ?? '') === '' ? undefined : rest;
  });
  return scriptJson(data);
}

/** JSON for use inside `<script>`: no string in it can end the element or open a comment. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** The reverse of what React writes into an attribute. */
function unescapeHtml(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity);
}
