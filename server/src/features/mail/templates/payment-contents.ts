/** The content of the mails about payments and cards. */
import { formatMoney } from '@kindling/contract/money';
import { languageTag } from '@kindling/contract/site';
import { printableName } from '../../../lib/printable-name.ts';
import { type Block, type MailContent, stripUnsafeCharacters } from './content.ts';
import { accountRow, factRows, laterDeletion, screenButton, whatEnds } from './plan-contents.ts';
import { formatDay } from './texts.ts';
import { buildContent, type RequestOf, type WritingContext } from './writing.ts';

/** Names of the payment provider's words for brands; another word stands for itself. */
const brandNames: Readonly<Record<string, string>> = {
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  girocard: 'girocard',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

function invoiceRow({ texts }: WritingContext, { invoiceNumber }: { invoiceNumber: string }) {
  return { label: texts.facts.invoice, value: stripUnsafeCharacters(invoiceNumber) };
}

function totalRow(
  { texts }: WritingContext,
  { total, locale }: Pick<RequestOf<'payment-received'>, 'total' | 'locale'>,
) {
  return { label: texts.facts.total, value: formatMoney(total, languageTag(locale)) };
}

export function paymentReceived(
  writing: WritingContext,
  request: RequestOf<'payment-received'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.paymentReceived;
  const { locale, nextChargeOn } = request;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([
      accountRow(writing, request.accountName),
      invoiceRow(writing, request),
      totalRow(writing, request),
      { label: texts.facts.paidOn, value: formatDay(locale, request.paidOn) },
      {
        label: texts.facts.nextCharge,
        value: nextChargeOn === null ? null : formatDay(locale, nextChargeOn),
      },
    ]),
    screenButton(writing, words.button, '/invoices', request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

export function paymentFailed(writing: WritingContext, request: RequestOf<'payment-failed'>): MailContent {
  const { texts, format } = writing;
  const words = texts.paymentFailed;
  const { locale, nextAttemptOn } = request;
  const isLast = nextAttemptOn === null;
  const blocks: Block[] = [
    { kind: 'text', text: format(isLast ? words.lead.last : words.lead.more) },
    ...factRows([
      accountRow(writing, request.accountName),
      totalRow(writing, request),
      { label: texts.facts.attempt, value: String(request.attempt) },
      { label: texts.facts.nextAttempt, value: isLast ? null : formatDay(locale, nextAttemptOn) },
    ]),
    { kind: 'text', text: format(isLast ? words.todo.last : words.todo.more) },
    ...(isLast ? [whatEnds(writing, laterDeletion(writing))] : []),
    screenButton(writing, words.button, '/billing', request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  const head = { ...words, preheader: isLast ? words.preheader.last : words.preheader.more };
  return buildContent(writing, head, { name: request.name, reason: texts.reason.owner, blocks });
}

export function paymentConfirmationNeeded(
  writing: WritingContext,
  request: RequestOf<'payment-confirmation-needed'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.paymentConfirmation;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([accountRow(writing, request.accountName), totalRow(writing, request)]),
    { kind: 'button', label: words.button, href: request.link, withAddress: true },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

export function cardRefused(writing: WritingContext, request: RequestOf<'card-refused-brand'>): MailContent {
  const { texts, format } = writing;
  const words = texts.cardRefused;
  const brand = Object.hasOwn(brandNames, request.brand) ? brandNames[request.brand] : undefined;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([
      accountRow(writing, request.accountName),
      { label: texts.facts.cardBrand, value: brand ?? printableName(request.brand) },
    ]),
    { kind: 'text', text: format(words.add) },
    screenButton(writing, words.button, '/billing', request.accountId),
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

export function paymentRefunded(
  writing: WritingContext,
  request: RequestOf<'payment-refunded'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.paymentRefunded;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([
      accountRow(writing, request.accountName),
      invoiceRow(writing, request),
      { label: texts.facts.refund, value: formatMoney(request.refund, languageTag(request.locale)) },
    ]),
    { kind: 'text', text: format(texts.refundTime) },
    screenButton(writing, words.button, '/invoices', request.accountId),
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

/** To support, who reads the account's number in other places too. */
export function paymentDisputed(
  writing: WritingContext,
  request: RequestOf<'payment-disputed'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.paymentDisputed;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([
      { label: texts.facts.account, value: request.accountId },
      invoiceRow(writing, request),
      totalRow(writing, request),
    ]),
    { kind: 'note', text: format(words.note) },
  ];
  const content = buildContent(writing, words, { name: null, reason: texts.reason.operator, blocks });
  return { ...content, greeting: null };
}
