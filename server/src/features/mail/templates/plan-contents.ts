/** The content of the mails about trial and plan of an account: what stops and what goes on. */
import { daysUntilDeletion } from '@kindling/contract/plans';
import { languageTag } from '@kindling/contract/site';
import { pluralText } from '@kindling/locales/fill-text.ts';
import { printableName } from '../../../lib/printable-name.ts';
import type { Block, MailContent } from './content.ts';
import { formatDay } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

/** A screen of the account that the mail is about. */
export function screenButton(
  { publicUrl }: WritingContext,
  label: string,
  path: string,
  accountId: string,
): Block {
  return { kind: 'button', label, href: accountLink(publicUrl, path, accountId), withAddress: false };
}

/** What the mail is about, without the rows that have no value. */
export function factRows(rows: readonly { label: string; value: string | null }[]): Block[] {
  const printable = rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  return printable.length === 0 ? [] : [{ kind: 'facts', rows: printable }];
}

/** The account, which its owner named, as a row. */
export function accountRow({ texts }: WritingContext, accountName: string) {
  return { label: texts.facts.account, value: printableName(accountName) };
}

/** What the end of a plan stops, and what it does not. @param deletion the sentence about the deletion of the account */
export function whatEnds({ texts }: WritingContext, deletion: string): Block {
  const { stops, widgets, goesOn, deletion: label } = texts.planEnd;
  const rows = [
    { label: stops.label, value: stops.text },
    { label: widgets.label, value: widgets.text },
    { label: goesOn.label, value: goesOn.text },
    { label, value: deletion },
  ];
  return { kind: 'facts', rows };
}

/** The deletion of an account whose plan still runs. */
export function laterDeletion({ texts, format }: WritingContext): string {
  return format(texts.planEnd.deletionLater, { number: String(daysUntilDeletion) });
}

export function trialEnding(writing: WritingContext, request: RequestOf<'trial-ending'>): MailContent {
  const { texts, format } = writing;
  const words = texts.trialEnding;
  const rules = new Intl.PluralRules(languageTag(request.locale));
  const values = { number: String(request.days), date: formatDay(request.locale, request.endsOn) };
  const blocks: Block[] = [
    { kind: 'text', text: format(pluralText(words, 'lead', rules, request.days), values) },
    ...factRows([accountRow(writing, request.accountName)]),
    { kind: 'text', text: format(words.otherwise) },
    whatEnds(writing, laterDeletion(writing)),
    screenButton(writing, texts.planEnd.choose, '/subscriptions', request.accountId),
    { kind: 'note', text: format(texts.planEnd.price) },
  ];
  const subject = pluralText(words, 'subject', rules, request.days);
  const { preheader, heading } = words;
  const head = { subject, preheader, heading };
  return buildContent(writing, head, { name: request.name, reason: texts.reason.owner, blocks }, values);
}

/** The mails after the end, of a trial or of a paid plan. */
export function planOver(
  writing: WritingContext,
  request: RequestOf<'trial-ended'> | RequestOf<'plan-ended'>,
): MailContent {
  const { texts, format } = writing;
  const words = request.kind === 'trial-ended' ? texts.trialEnded : texts.planEnded;
  const date = formatDay(request.locale, request.deletionOn);
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([accountRow(writing, request.accountName)]),
    { kind: 'text', text: format(words.now) },
    whatEnds(writing, format(texts.planEnd.deletionOn, { date })),
    screenButton(writing, texts.planEnd.choose, '/subscriptions', request.accountId),
    { kind: 'note', text: format(texts.planEnd.price) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

export function planCanceled(writing: WritingContext, request: RequestOf<'plan-canceled'>): MailContent {
  const { texts, format } = writing;
  const words = texts.planCanceled;
  const date = formatDay(request.locale, request.endsOn);
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead, { date }) },
    ...factRows([accountRow(writing, request.accountName)]),
    { kind: 'text', text: format(words.resume) },
    screenButton(writing, words.button, '/billing', request.accountId),
    { kind: 'text', text: format(words.otherwise) },
    whatEnds(writing, laterDeletion(writing)),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks }, { date });
}

export function deletionWarning(
  writing: WritingContext,
  request: RequestOf<'account-deletion-warning'>,
): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.deletionWarning;
  const rules = new Intl.PluralRules(languageTag(request.locale));
  const values = {
    number: String(request.days),
    date: formatDay(request.locale, request.deletedOn),
    ended: formatDay(request.locale, request.endedOn),
  };
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead, values) },
    ...factRows([accountRow(writing, request.accountName)]),
    { kind: 'text', text: format(words.keep, values) },
    screenButton(writing, words.button, '/subscriptions', request.accountId),
    { kind: 'text', text: format(words.archive) },
    {
      kind: 'button',
      label: words.archiveButton,
      href: `${accountLink(publicUrl, '/profile', request.accountId)}#archive`,
      withAddress: false,
    },
    { kind: 'note', text: format(texts.deletionScheduled.codes) },
  ];
  const { preheader, heading } = words;
  const head = { subject: pluralText(words, 'subject', rules, request.days), preheader, heading };
  return buildContent(writing, head, { name: request.name, reason: texts.reason.owner, blocks }, values);
}
