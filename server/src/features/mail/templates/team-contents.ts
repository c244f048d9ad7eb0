/** The content of the mails about the members of an account. */
import type { Language } from '@kindling/contract/constants';
import type { AccountRole } from '@kindling/contract/rights';
import { languageTag } from '@kindling/contract/site';
import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import { printableName } from '../../../lib/printable-name.ts';
import type { Block, MailContent } from './content.ts';
import { formatDay, type MailTexts } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

/** Names that people chose stand in the table of facts only, and only where no mail program makes a link of them. */
function facts(rows: { label: string; value: string | null }[]): Block[] {
  const printable = rows.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  return printable.length === 0 ? [] : [{ kind: 'facts', rows: printable }];
}

/** Whom a mail about one member or invited person is about. */
function memberFacts(
  texts: MailTexts,
  request: RequestOf<'invitation-answered'> | RequestOf<'member-left'>,
): Block[] {
  return facts([
    { label: texts.facts.account, value: printableName(request.accountName) },
    { label: texts.facts.member, value: printableName(request.memberName) },
    { label: texts.facts.email, value: request.address },
    { label: texts.facts.role, value: texts.roles[request.role] },
  ]);
}

export function teamInvitation(writing: WritingContext, request: RequestOf<'team-invitation'>): MailContent {
  const { texts, format } = writing;
  const words = texts.invitation;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...facts([
      { label: texts.facts.account, value: printableName(request.accountName) },
      { label: texts.facts.invitedBy, value: printableName(request.inviterName) },
      { label: texts.facts.role, value: texts.roles[request.role] },
      { label: texts.facts.locations, value: listedNames(texts, request.locale, request.locations) },
    ]),
    { kind: 'text', text: whatRoleMay(writing, request.role, request.locations !== null) },
    { kind: 'text', text: format(words.join) },
    { kind: 'button', label: words.button, href: request.link, withAddress: true },
    { kind: 'note', text: format(words.note, { date: formatDay(request.locale, request.expiresOn) }) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.invitation, blocks });
}

export function invitationAnswered(
  writing: WritingContext,
  request: RequestOf<'invitation-answered'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.invitationAnswered;
  const answer = words[request.answer];
  const blocks: Block[] = [
    { kind: 'text', text: format(answer.lead) },
    ...memberFacts(texts, request),
    teamButton(writing, words.button, request.accountId),
    { kind: 'note', text: format(answer.note) },
  ];
  return buildContent(writing, answer, { name: request.name, reason: texts.reason.account, blocks });
}

export function ownershipOffered(
  writing: WritingContext,
  request: RequestOf<'ownership-offered'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.ownershipOffered;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead, { owners: whatOwnersDecide(writing) }) },
    ...facts([
      { label: texts.facts.account, value: printableName(request.accountName) },
      { label: texts.facts.offeredBy, value: printableName(request.ownerName) },
    ]),
    // The profile shows an offer above its sections.
    {
      kind: 'button',
      label: words.button,
      href: accountLink(writing.publicUrl, '/profile', request.accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note, { date: formatDay(request.locale, request.expiresOn) }) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

export function ownershipHandedOver(
  writing: WritingContext,
  request: RequestOf<'ownership-handed-over'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.ownershipHandedOver;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead[request.becomes]) },
    ...facts([{ label: texts.facts.account, value: printableName(request.accountName) }]),
    teamButton(writing, words.button, request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

export function ownersChanged(writing: WritingContext, request: RequestOf<'owners-changed'>): MailContent {
  const { texts, format } = writing;
  const words = texts.ownersChanged;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead[request.change], { owners: whatOwnersDecide(writing) }) },
    ...facts([
      { label: texts.facts.account, value: printableName(request.accountName) },
      { label: texts.facts.member, value: printableName(request.memberName) },
    ]),
    teamButton(writing, words.button, request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

export function memberLeft(writing: WritingContext, request: RequestOf<'member-left'>): MailContent {
  const { texts, format } = writing;
  const words = texts.memberLeft;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...memberFacts(texts, request),
    teamButton(writing, words.button, request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

export function noLongerOwner(writing: WritingContext, request: RequestOf<'no-longer-owner'>): MailContent {
  const { texts, format } = writing;
  const words = texts.noLongerOwner;
  const hasLeft = request.cause === 'left';
  const button = teamButton(writing, words.button, request.accountId);
  const blocks: Block[] = [
    { kind: 'text', text: format(hasLeft ? words.lead.left : words.lead.roleChanged) },
    ...facts([{ label: texts.facts.account, value: printableName(request.accountName) }]),
    // The account is closed to those who left it.
    ...(hasLeft ? [] : [button]),
    { kind: 'note', text: format(words.note) },
  ];
  const reason = hasLeft ? texts.reason.member : texts.reason.account;
  return buildContent(writing, words, { name: request.name, reason, blocks });
}

export function accessChanged(writing: WritingContext, request: RequestOf<'access-changed'>): MailContent {
  const { texts, format } = writing;
  const words = texts.accessChanged;
  const { role, locationCount: count, locationNames: names } = request;
  const locations = count === null ? null : { names, count };
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead, { date: formatDay(request.locale, request.changedOn) }) },
    ...facts([
      { label: texts.facts.account, value: printableName(request.accountName) },
      { label: texts.facts.changedBy, value: printableName(request.changedBy) },
      { label: texts.facts.role, value: texts.roles[role] },
      {
        label: texts.facts.locations,
        value: listedNames(texts, request.locale, locations) ?? texts.allLocations,
      },
    ]),
    {
      kind: 'text',
      text: count === 0 ? format(words.nothingLeft) : whatRoleMay(writing, role, count !== null),
    },
    teamButton(writing, words.button, request.accountId),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

/**
 * The locations of a limited member or invitation, as many by name as may be printed together, so that several names cannot
 * carry what one may not; null for all of the account.
 */
function listedNames(
  texts: MailTexts,
  locale: Language,
  locations: RequestOf<'team-invitation'>['locations'],
): string | null {
  if (locations === null) return null;
  if (locations.count === 0) return texts.noLocations;
  const names = locations.names.flatMap((name) => printableName(name) ?? []);
  // Judged with and without the commas, which part the digits of a number for us only.
  const mayPrint = () => [', ', ' '].every((between) => printableName(names.join(between)) !== null);
  while (names.length > 0 && !mayPrint()) names.pop();
  const left = locations.count - names.length;
  const tag = languageTag(locale);
  const number = new Intl.NumberFormat(tag).format(left);
  if (names.length === 0) return number;
  if (left <= 0) return names.join(', ');
  const more = fillText(pluralText(texts, 'moreLocations', new Intl.PluralRules(tag), left), { number });
  return `${names.join(', ')} ${more}`;
}

/** What a role may do, in one sentence. Managers of some locations may do nothing that concerns the whole account. */
function whatRoleMay(
  { texts: { roleMay }, plans }: WritingContext,
  role: AccountRole,
  isLimited: boolean,
): string {
  if (role === 'owner' && !plans) return roleMay.ownerWithoutPlans;
  return role === 'manager' && isLimited ? roleMay.limitedManager : roleMay[role];
}

function whatOwnersDecide({ texts: { ownersDecide }, plans }: WritingContext): string {
  return plans ? ownersDecide.withPlans : ownersDecide.withoutPlans;
}

export function memberRemoved(writing: WritingContext, request: RequestOf<'member-removed'>): MailContent {
  const { texts, format } = writing;
  const words = texts.memberRemoved;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...facts([{ label: texts.facts.account, value: printableName(request.accountName) }]),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.member, blocks });
}

/** Opens the profile in the account that the mail is about, at the section of the team. */
function teamButton({ publicUrl }: WritingContext, label: string, accountId: string): Block {
  const href = `${accountLink(publicUrl, '/profile', accountId)}#team`;
  return { kind: 'button', label, href, withAddress: false };
}
