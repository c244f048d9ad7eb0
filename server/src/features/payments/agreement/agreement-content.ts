/** The contract on processing as it is on paper: the texts of the public page, filled for one account. */
import type { InvoiceRecipient } from '@kindling/contract/billing';
import { daysUntilDeletion } from '@kindling/contract/plans';
import { deletionDays } from '@kindling/contract/profile';
import { privacyPath, termsPath } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import { fillText } from '@kindling/locales/fill-text.ts';
import { type Language, languageFacts } from '@kindling/locales/languages.ts';
import { type LegalTexts, legalTexts } from '@kindling/locales/legal.ts';
import { fillText as fillPlaceholders, type Placeholders } from '../../../http/site/placeholders.ts';
import { drawable } from '../../../lib/pdf/sheet.ts';

// locale-keys: site-legal.processing.file.*

export interface AgreementRequest {
  language: Language;
  /** What the installation is, as on the public pages in this language. */
  placeholders: Placeholders;
  /** `YYYY-MM-DD` */
  version: string;
  account: { id: string; name: string; timeZone: string };
  /** Null before the first order, or when the payment provider does not answer. */
  recipient: InvoiceRecipient | null;
  /** The last acceptance, of whatever version. The person is null when they have left. */
  accepted: { version: string; at: Date; by: { name: string; email: string } | null } | null;
}

export type AgreementPart =
  | { kind: 'paragraph' | 'entry'; text: string }
  | { kind: 'address'; lines: string[] }
  | { kind: 'table'; rows: string[][] };

export interface AgreementContent {
  title: string;
  lead: string;
  updated: string;
  customer: { title: string; lines: string[] };
  operator: { title: string; lines: string[] };
  isAccepted: boolean;
  acceptance: string;
  chapters: { title: string; parts: AgreementPart[] }[];
}

/** Letters of a line that somebody typed. Nothing of the settings or of an address is longer. */
const maxLineLength = 240;

export function agreementContent(request: AgreementRequest): AgreementContent {
  const texts = legalTexts[request.language];
  const { title, lead, parts, file } = texts.processing;
  const chapters: { title: string; text: string[] }[] = Object.values(parts);
  return {
    title,
    lead,
    updated: fillText(texts.updated, { date: longDay(request, request.version) }),
    customer: { title: file.customer, lines: customerLines(request, texts) },
    operator: { title: file.operator, lines: operatorLines(request) },
    isAccepted: request.accepted?.version === request.version,
    acceptance: acceptanceText(request, texts),
    chapters: chapters.map((chapter) => ({
      title: chapter.title,
      parts: chapter.text.flatMap((text) => partsOf(request, texts, text)),
    })),
  };
}

/** What fonts can draw of the lines that are not empty. */
function drawn(lines: readonly (string | undefined)[]): string[] {
  return lines.flatMap((line) => {
    const found = drawable((line ?? '').slice(0, maxLineLength));
    return found === null ? [] : [found];
  });
}

function operatorLines({ placeholders }: AgreementRequest): string[] {
  const { 'operator.name': name, 'operator.address': address } = placeholders;
  return drawn([name, address, placeholders['operator.country'], placeholders['support.email']]);
}

/** The account's number identifies it also where its name has no letters that we can draw. */
function customerLines({ account, recipient, language }: AgreementRequest, texts: LegalTexts): string[] {
  const { file } = texts.processing;
  const named = fillText(file.account, { account: drawable(account.name) ?? account.id });
  if (recipient === null) return drawn([named]);
  const { name, email, address, vatNumber } = recipient;
  const regions = new Intl.DisplayNames(languageFacts[language].tag, { type: 'region' });
  const country = /^[A-Z]{2}$/.test(address.country) ? regions.of(address.country) : address.country;
  return drawn([
    name,
    address.line1,
    address.line2,
    `${address.postalCode} ${address.city}`,
    address.state,
    country,
    vatNumber === '' ? '' : fillText(file.vat, { number: vatNumber }),
    email,
    named,
  ]);
}

function acceptanceText(request: AgreementRequest, texts: LegalTexts): string {
  const { accepted, account, language, version } = request;
  const { file } = texts.processing;
  if (accepted === null) return file.notAccepted;
  if (accepted.version !== version)
    return fillText(file.acceptedBefore, { date: longDay(request, accepted.version) });
  const time = new Intl.DateTimeFormat(languageFacts[language].tag, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: account.timeZone,
  }).format(accepted.at);
  const when = { time, zone: account.timeZone };
  const [name, email] = drawn([accepted.by?.name, accepted.by?.email]);
  if (name === undefined) return fillText(file.acceptedThen, when);
  return fillText(file.accepted, { ...when, name: email === undefined ? name : `${name} (${email})` });
}

function longDay({ language }: AgreementRequest, day: string): string {
  const { tag } = languageFacts[language];
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(tag, { dateStyle: 'long', timeZone: 'UTC' });
}

/** One text of the public page; none for one that does not concern this installation. */
function partsOf(request: AgreementRequest, texts: LegalTexts, text: string): AgreementPart[] {
  if (text === '{{operator}}') return operatorParts(request, texts);
  if (text === '{{subprocessors}}') return subprocessorParts(request, texts);
  const { placeholders } = request;
  const isEntry = text.startsWith('- ');
  const chosen = fillPlaceholders(isEntry ? text.slice(2) : text, placeholders);
  if (chosen === '') return [];
  return [{ kind: isEntry ? 'entry' : 'paragraph', text: fillText(chosen, valuesOf(request, texts)) }];
}

function valuesOf({ language, placeholders }: AgreementRequest, texts: LegalTexts) {
  // A reader of the paper cannot follow a link.
  const linkTo = (title: string, path: string) =>
    `${title} (${placeholders['public.url']}${siteAddress(path, language)})`;
  return {
    brand: placeholders['brand.name'] ?? '',
    email: placeholders['support.email'] ?? '',
    deletionDays,
    endDays: daysUntilDeletion,
    terms: linkTo(texts.terms.title, termsPath),
    privacy: linkTo(texts.privacy.title, privacyPath),
  };
}

function operatorParts(request: AgreementRequest, texts: LegalTexts): AgreementPart[] {
  const address: AgreementPart = { kind: 'address', lines: operatorLines(request) };
  if (request.placeholders['operator.address'] !== '') return [address];
  return [address, { kind: 'paragraph', text: fillText(texts.operator.missing, valuesOf(request, texts)) }];
}

function subprocessorParts(request: AgreementRequest, texts: LegalTexts): AgreementPart[] {
  const { placeholders } = request;
  const { name, purpose, country, none, hosting, mail, ...uses } = texts.subprocessors;
  const count = Number(placeholders['subprocessor.count']);
  if (count > 0) {
    const fieldOf = (at: number, field: string) =>
      drawn([placeholders[`subprocessor.${at + 1}.${field}`]])[0] ?? '–';
    const rows = Array.from({ length: count }, (_, at) =>
      ['name', 'purpose', 'country'].map((field) => fieldOf(at, field)),
    );
    return [{ kind: 'table', rows: [[name, purpose, country], ...rows] }];
  }
  const used = (['payments', 'helpDesk', 'assistant'] as const).filter(
    (use) => placeholders[`uses.${use}`] !== '',
  );
  return [
    { kind: 'paragraph', text: fillText(none, valuesOf(request, texts)) },
    ...[hosting, mail, ...used.map((use) => uses[use])].map((text) => ({ kind: 'entry' as const, text })),
  ];
}
