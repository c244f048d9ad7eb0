/**
 * Fills the marks of the built pages. Brand, prices and addresses belong to the installation, not to the build, which
 * therefore holds `[[brand.name]]` in their place: as text, in attributes, and in structured data.
 */
import type { Language } from '@kindling/contract/constants';
import { languageTag } from '@kindling/contract/site';
import { brandCss } from '@kindling/design/css';
import { escapeHtml } from '../../lib/escape-html.ts';

/** What the pages say of whoever runs the installation. */
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
  operator: { name: string; address: string | null; country: string | null };
  /** Of the one plan, in units of the currency (ISO 4217). */
  prices: { monthly: number; yearly: number; currency: string };
}

export type Placeholders = Readonly<Record<string, string>>;

/** Values in the language of the page; empty where the operator has said nothing. */
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
  const country =
    operator.country === null ? '' : new Intl.DisplayNames(tag, { type: 'region' }).of(operator.country);
  return {
    'brand.name': brand.name,
    'brand.tagline': brand.tagline,
    'brand.color': brand.primaryColor,
    'public.url': publicUrl,
    'support.email': brand.supportEmail,
    'operator.name': operator.name,
    'operator.address': operator.address ?? '',
    'operator.country': country ?? '',
    'price.month': money.format(prices.monthly),
    'price.year': money.format(prices.yearly),
    'price.yearMonthly': money.format(prices.yearly / 12),
    'price.saving': percent.format(Math.max(0, saving)),
    'price.currency': prices.currency,
    year: String(year),
  };
}

function placeholderValue(marks: Placeholders, mark: string): string | undefined {
  return Object.hasOwn(marks, mark) ? marks[mark] : undefined;
}

/** Puts values into the marks of a plain text. A mark that nobody knows stays, so that a test can find it. */
export function fillText(text: string, marks: Placeholders): string {
  return text.replace(
    /\[\[([a-zA-Z.]+)\]\]/g,
    (whole, mark: string) => placeholderValue(marks, mark) ?? whole,
  );
}

/** A built page as this installation shows it; the values are escaped for where they stand. */
export function fillPage(html: string, marks: Placeholders, brandStyle: string): string {
  return applyConditions(html, marks)
    .replace(/<style data-brand(?:="[^"]*")?><\/style>/g, () => `<style>${brandStyle}</style>`)
    .replace(
      /<script type="application\/ld\+json" data-json="([^"]*)"><\/script>/g,
      (_whole, json: string) =>
        `<script type="application/ld+json">${fillJson(unescapeHtml(json), marks)}</script>`,
    )
    .replace(/\[\[([a-zA-Z.]+)\]\]/g, (whole, mark: string) =>
      escapeHtml(placeholderValue(marks, mark) ?? whole),
    );
}

/** The style that carries the operator's colour, one for all pages: their policy names its hash. */
export function brandStyle(installation: Installation): string {
  return brandCss(installation.brand.primaryColor);
}

/**
 * Drops `<p data-if="operator.address">` where the operator gave none, and `data-unless` where one was given. No
 * element of the same name may stand inside.
 */
function applyConditions(html: string, marks: Placeholders): string {
  return html.replace(
    /<([a-z]+)( [^>]*)? data-(if|unless)="([a-zA-Z.]+)"([^>]*)>([\s\S]*?)<\/\1>/g,
    (_whole, tag, before = '', kind, mark, after, inner) => {
      const present = (placeholderValue(marks, mark) ?? '') !== '';
      return present === (kind === 'if') ? `<${tag}${before}${after}>${inner}</${tag}>` : '';
    },
  );
}

/** Fills the texts inside the data, not its text: a quote in a value must not become part of the JSON. */
function fillJson(json: string, marks: Placeholders): string {
  const data: unknown = JSON.parse(json, (_key, value: unknown) =>
    typeof value === 'string' ? fillText(value, marks) : value,
  );
  return scriptJson(data);
}

/** JSON for a place inside `<script>`: no text in it can end the element or open a comment. */
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
