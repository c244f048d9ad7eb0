/** The content of the mails about what the operator decided. Each says what can be done about it. */
import { printableName } from '../../../lib/printable-name.ts';
import type { OperatorMail } from '../requests.ts';
import type { Block, MailContent } from './content.ts';
import { formatDay } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

// locale-keys: mail.operator.blockReasons.*
// locale-keys: mail.operator.takedownReasons.*

export function operatorContentOf(writing: WritingContext, request: OperatorMail): MailContent {
  switch (request.kind) {
    case 'person-blocked':
      return personBlocked(writing, request);
    case 'person-unblocked':
      return plain(writing, writing.texts.operator.personUnblocked, request, writing.texts.reason.account);
    case 'person-deleted':
      return plain(writing, writing.texts.operator.personDeleted, request, writing.texts.reason.former);
    case 'administrator-changed':
      return plain(
        writing,
        writing.texts.operator[request.role === 'Super Admin' ? 'administrator' : 'noAdministrator'],
        request,
        writing.texts.reason.account,
      );
    case 'account-deleted':
      return accountDeleted(writing, request);
    case 'plan-changed':
      return planChanged(writing, request);
    case 'item-taken-down':
      return itemTakenDown(writing, request);
    case 'item-put-back':
      return itemPutBack(writing, request);
  }
}

interface PlainWords {
  subject: string;
  preheader: string;
  heading: string;
  lead: string;
  note: string;
}

/** A sentence, what stands between, and what can be done. */
function plain(
  writing: WritingContext,
  words: PlainWords,
  { name }: { name: string | null },
  reason: string,
  between: Block[] = [],
): MailContent {
  const { format, supportEmail } = writing;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...between,
    { kind: 'note', text: format(words.note, { email: supportEmail }) },
  ];
  return buildContent(writing, words, { name, reason, blocks });
}

function facts(rows: { label: string; value: string | null }[]): Block[] {
  const printable = rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  return printable.length === 0 ? [] : [{ kind: 'facts', rows: printable }];
}

function personBlocked(writing: WritingContext, request: RequestOf<'person-blocked'>): MailContent {
  const { texts } = writing;
  return plain(
    writing,
    texts.operator.personBlocked,
    request,
    texts.reason.account,
    facts([{ label: texts.facts.reason, value: texts.operator.blockReasons[request.reason] }]),
  );
}

function accountDeleted(writing: WritingContext, request: RequestOf<'account-deleted'>): MailContent {
  const { texts } = writing;
  return plain(
    writing,
    texts.operator.accountDeleted,
    request,
    texts.reason.member,
    facts([{ label: texts.facts.account, value: printableName(request.accountName) }]),
  );
}

function planChanged(writing: WritingContext, request: RequestOf<'plan-changed'>): MailContent {
  const { texts, format, publicUrl } = writing;
  const { change, endsOn, locale, accountId } = request;
  const words = texts.operator.planChanged;
  const { trialExtended, given, givenUntil, takenBack } = words.lead;
  const date = endsOn === null ? '' : formatDay(locale, endsOn);
  const lead =
    change === 'taken-back'
      ? takenBack
      : change === 'trial-extended'
        ? trialExtended
        : endsOn === null
          ? given
          : givenUntil;
  const blocks: Block[] = [
    { kind: 'text', text: format(lead, { date }) },
    ...facts([{ label: texts.facts.account, value: printableName(request.accountName) }]),
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, '/billing', accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.owner, blocks });
}

type ItemMail = RequestOf<'item-taken-down'> | RequestOf<'item-put-back'>;

/** Names that people chose stand in the table of facts only. */
function itemFacts({ texts }: WritingContext, request: ItemMail): { label: string; value: string | null }[] {
  return [
    { label: texts.facts.account, value: printableName(request.accountName) },
    { label: texts.facts[request.itemKind], value: printableName(request.itemName) },
  ];
}

const itemPaths = { widget: '/widgets', badge: '/badges', page: '/review-pipeline/review' } as const;

function itemButton({ texts, publicUrl }: WritingContext, request: ItemMail): Block {
  const href = accountLink(publicUrl, itemPaths[request.itemKind], request.accountId);
  return { kind: 'button', label: texts.operator.see, href, withAddress: false };
}

function itemTakenDown(writing: WritingContext, request: RequestOf<'item-taken-down'>): MailContent {
  const { texts } = writing;
  const { takenDown, takedownReasons } = texts.operator;
  return plain(writing, takenDown[request.itemKind], request, texts.reason.owner, [
    ...facts([
      ...itemFacts(writing, request),
      { label: texts.facts.reason, value: takedownReasons[request.reason] },
    ]),
    itemButton(writing, request),
  ]);
}

function itemPutBack(writing: WritingContext, request: RequestOf<'item-put-back'>): MailContent {
  const { texts } = writing;
  return plain(writing, texts.operator.putBack[request.itemKind], request, texts.reason.owner, [
    ...facts(itemFacts(writing, request)),
    itemButton(writing, request),
  ]);
}
