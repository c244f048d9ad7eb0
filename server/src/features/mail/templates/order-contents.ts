/** The content of the mails about an order: its confirmation with the right of withdrawal, and the withdrawal. */
import { formatMoney } from '@kindling/contract/money';
import { languageTag, privacyPath, processingPath, termsPath } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import type { Block, MailContent } from './content.ts';
import { accountRow, factRows, laterDeletion, screenButton, whatEnds } from './plan-contents.ts';
import { formatDay } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

export function orderConfirmed(writing: WritingContext, request: RequestOf<'order-confirmed'>): MailContent {
  const { texts, format, supportEmail } = writing;
  const words = texts.orderConfirmed;
  const { interval, locale } = request;
  const tag = languageTag(locale);
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'heading', text: words.ordered },
    ...factRows([
      accountRow(writing, request.accountName),
      { label: texts.facts.plan, value: format(words.plan[interval]) },
      {
        label: texts.facts.price,
        value: format(words.price[interval], { price: formatMoney(request.price, tag) }),
      },
      { label: texts.facts.paidNow, value: formatMoney(request.paidNow, tag) },
      { label: texts.facts.orderedOn, value: formatDay(locale, request.orderedOn) },
      { label: texts.facts.paidUntil, value: formatDay(locale, request.periodEndsOn) },
      { label: texts.facts.seller, value: operatorLine(request) },
    ]),
    { kind: 'text', text: format(words.service) },
    { kind: 'text', text: format(words.renewal[interval]) },
    { kind: 'text', text: format(words.cancel, { email: supportEmail }) },
    screenButton(writing, words.button, '/billing', request.accountId),
    ...withdrawalBlocks(writing, request),
    { kind: 'heading', text: words.documents },
    { kind: 'links', items: documentLinks(writing, request) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

/** Instructions and form follow the annex of Directive 2011/83/EU; `terms.withdrawal` of the public pages says the same. */
function withdrawalBlocks(
  { texts, format, supportEmail, publicUrl }: WritingContext,
  request: RequestOf<'order-confirmed'>,
): Block[] {
  const words = texts.withdrawal;
  const values = {
    operator: operatorLine(request),
    email: supportEmail,
    address: accountLink(publicUrl, '/billing', request.accountId),
    until: formatDay(request.locale, request.withdrawUntil),
    ordered: formatDay(request.locale, request.orderedOn),
  };
  const said = (text: string): Block => ({ kind: 'text', text: format(text, values) });
  return [
    { kind: 'heading', text: words.title },
    said(words.right),
    said(words.how),
    said(words.deadline),
    { kind: 'heading', text: words.effectsTitle },
    said(words.effects),
    { kind: 'heading', text: words.formTitle },
    { kind: 'quote', text: words.form.map((line) => format(line, values)).join('\n') },
    { kind: 'note', text: format(words.everybody) },
  ];
}

function documentLinks({ texts, publicUrl }: WritingContext, { locale }: RequestOf<'order-confirmed'>) {
  const { terms, privacy, processing } = texts.orderConfirmed.links;
  const pages = [
    { label: terms, path: termsPath },
    { label: privacy, path: privacyPath },
    { label: processing, path: processingPath },
  ];
  return pages.map(({ label, path }) => ({ label, href: `${publicUrl}${siteAddress(path, locale)}` }));
}

function operatorLine({ operator }: RequestOf<'order-confirmed'>): string {
  return operator.address === null ? operator.name : `${operator.name}, ${operator.address}`;
}

export function orderWithdrawn(writing: WritingContext, request: RequestOf<'order-withdrawn'>): MailContent {
  const { texts, format } = writing;
  const words = texts.orderWithdrawn;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...factRows([
      accountRow(writing, request.accountName),
      { label: texts.facts.withdrawnOn, value: formatDay(request.locale, request.withdrawnOn) },
      { label: texts.facts.refund, value: formatMoney(request.refund, languageTag(request.locale)) },
    ]),
    { kind: 'text', text: format(texts.refundTime) },
    {
      kind: 'text',
      text:
        request.trialUntil === null
          ? format(words.now)
          : format(words.afterTrial, { day: formatDay(request.locale, request.trialUntil) }),
    },
    whatEnds(writing, laterDeletion(writing)),
    screenButton(writing, words.button, '/billing', request.accountId),
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}
