/** The values of the form of a mailing: what its fields hold, and what is sent. */
import { fallbackLanguage, type Language, languages } from '@kindling/contract/constants';
import {
  type Mailing,
  type MailingDraft,
  type MailingText,
  mailingLimits,
  type SegmentKind,
} from '@kindling/contract/mailings';
import { personLabel } from '../../../lib/person-label.ts';

export interface DraftValues {
  kind: MailingDraft['kind'];
  segment: SegmentKind;
  /** Of the segment of one language. */
  language: Language;
  /** Of the segment of one person; null while nobody is chosen. */
  person: { id: string; label: string } | null;
  texts: Record<Language, MailingText>;
  fallback: Language;
  perMinute: number | '';
}

export type DraftSource = Pick<Mailing, 'kind' | 'segment' | 'texts' | 'fallback' | 'perMinute' | 'person'>;

/** What the form begins with: a stored mailing, or an empty service notice to everybody. */
export function valuesOf(mailing: DraftSource | null): DraftValues {
  const texts = Object.fromEntries(
    languages.map((one) => [one, mailing?.texts[one] ?? { subject: '', body: '' }]),
  ) as Record<Language, MailingText>;
  const segment = mailing?.segment;
  const person = mailing?.person ?? null;
  return {
    kind: mailing?.kind ?? 'service',
    segment: segment?.kind ?? 'everyone',
    language: segment?.kind === 'language' ? segment.language : fallbackLanguage,
    person: person && { id: person.id, label: personLabel(person) },
    texts,
    fallback: mailing?.fallback ?? fallbackLanguage,
    perMinute: mailing?.perMinute ?? mailingLimits.defaultPerMinute,
  };
}

export function isEmpty({ subject, body }: MailingText): boolean {
  return subject.trim() === '' && body.trim() === '';
}

export type TextField = keyof MailingText;

/** The first language whose text lacks something, the one that stands in before the others; null when none does. */
export function incompleteLanguage({ texts, fallback }: DraftValues): Language | null {
  const written = languages.filter((one) => one !== fallback && !isEmpty(texts[one]));
  return [fallback, ...written].find((one) => missingFields(texts[one]).length > 0) ?? null;
}

export function missingFields(text: MailingText): TextField[] {
  return (['subject', 'body'] as const).filter((field) => text[field].trim() === '');
}

/** What is sent; null while a person or a number is missing. Languages without a text are left out. */
export function draftOf(values: DraftValues): MailingDraft | null {
  const segment = segmentOf(values);
  if (segment === null || values.perMinute === '') return null;
  const texts: MailingDraft['texts'] = {};
  for (const one of languages) {
    const { subject, body } = values.texts[one];
    if (!isEmpty({ subject, body })) texts[one] = { subject: subject.trim(), body };
  }
  return { kind: values.kind, segment, texts, fallback: values.fallback, perMinute: values.perMinute };
}

function segmentOf({ segment, language, person }: DraftValues): MailingDraft['segment'] | null {
  if (segment === 'language') return { kind: 'language', language };
  if (segment !== 'person') return { kind: segment };
  return person === null ? null : { kind: 'person', userId: person.id };
}
