/** The texts of a mailing: what is wrong with them, and the mail that one person gets. */
import { type Language, languages } from '@kindling/contract/constants';
import { type MailingValues, splitPlaceholders } from '@kindling/contract/mailing-placeholders';
import type { MailingDraft, MailingProblem, MailingText } from '@kindling/contract/mailings';
import { mailingLimits } from '@kindling/contract/mailings';
import { languageTag } from '@kindling/contract/site';
import { languageFacts } from '@kindling/locales/languages.ts';
import { addDays } from '../../lib/time-zones.ts';
import { type MailRequest, readMarkdown, type TextProblem } from '../mail/index.ts';
import type { MailingsDeps } from './deps.ts';

type Texts = Pick<MailingDraft, 'texts' | 'fallback'>;

/** The language in which somebody gets it. */
export function languageFor({ texts, fallback }: Texts, wanted: Language): Language {
  return texts[wanted] === undefined ? fallback : wanted;
}

function problemsOfSubject(subject: string): TextProblem[] {
  if (subject === '') return [{ kind: 'no-subject', text: null }];
  // Lists of mails, and logs of mail servers, show subjects; names do not belong there.
  const isPlain = splitPlaceholders(subject).every(({ kind }) => kind === 'text');
  return isPlain ? [] : [{ kind: 'placeholder-in-subject', text: subject.slice(0, 100) }];
}

function problemsOfText({ subject, body }: MailingText): TextProblem[] {
  return [...problemsOfSubject(subject), ...readMarkdown(body, {}).problems];
}

/** Of all languages, up to the first one that is too deep; empty when the mailing can be sent. */
export function problemsOf({ texts, fallback }: Texts): MailingProblem[] {
  const missing: MailingProblem[] =
    texts[fallback] === undefined ? [{ language: fallback, kind: 'no-text', text: null }] : [];
  const found: MailingProblem[] = [];
  for (const language of languages) {
    const text = texts[language];
    if (text === undefined) continue;
    const problems = problemsOfText(text);
    found.push(...problems.map((problem) => ({ language, ...problem })));
    // Such a text takes the longest to read; the others are read when it is mended.
    if (problems.some(({ kind }) => kind === 'too-deep')) break;
  }
  return [...missing, ...found].slice(0, mailingLimits.problems);
}

/** What the placeholders of one person become. Empty values are left out, so that the words that stand in are used. */
export interface Recipient {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
  displayName: string;
  accountId: string | null;
  accountName: string | null;
  planEndsAt: Date | null;
  timeZone: string | null;
}

export function valuesOf(person: Recipient, language: Language): MailingValues {
  const { planEndsAt, timeZone } = person;
  const values: MailingValues = {
    first_name: person.firstName,
    last_name: person.lastName,
    display_name: person.displayName,
    account_name: person.accountName ?? '',
    plan_ends_on: planEndsAt === null ? '' : dayText(planEndsAt, timeZone ?? 'UTC', language),
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
}

function dayText(at: Date, zone: string, language: Language): string {
  const dateStyle = languageFacts[language].numericDates ? 'medium' : 'long';
  const format = new Intl.DateTimeFormat(languageTag(language), { dateStyle, timeZone: 'UTC' });
  return format.format(new Date(`${addDays(at, 0, zone)}T00:00:00Z`));
}

/**
 * The mail of a mailing to one person, in the given language.
 * @throws Error when the language has no text
 */
export function mailFor(
  { alertLink }: Pick<MailingsDeps, 'alertLink'>,
  mailing: Pick<MailingDraft, 'kind' | 'texts'>,
  person: Recipient,
  { language, values }: { language: Language; values: MailingValues },
): MailRequest {
  const text = mailing.texts[language];
  if (text === undefined) throw new Error('The mailing has no text in this language');
  // The link ends product news in every account of the person, so any of them may be named.
  const ref = { accountId: person.accountId ?? person.userId, userId: person.userId };
  return {
    kind: 'mailing',
    to: person.email,
    locale: language,
    name: null,
    subject: text.subject,
    markdown: text.body,
    values,
    mailingKind: mailing.kind,
    unsubscribe: mailing.kind === 'news' ? alertLink({ ...ref, mail: 'productNews' }) : null,
  };
}
