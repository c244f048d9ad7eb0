/** The content of each kind of mail. */
import { commonTexts } from '@kindling/locales/common.ts';
import { fillText } from '@kindling/locales/fill-text.ts';
import { mailTexts } from '@kindling/locales/mail.ts';
import { printableName } from '../../../lib/printable-name.ts';
import type { MailInstallation } from '../deps.ts';
import type { MailRequest } from '../requests.ts';
import { archiveReady } from './archive-contents.ts';
import { billingContentOf } from './billing-contents.ts';
import { type Block, type MailContent, stripUnsafeCharacters } from './content.ts';
import { feedbackAnswer, feedbackWaiting, privateFeedback } from './feedback-contents.ts';
import { reviewRequest } from './invitation-contents.ts';
import { mailingContent } from './mailing-contents.ts';
import { operatorContentOf } from './operator-contents.ts';
import { monthlyReport, newReview, reviewDigest, reviewsAssigned } from './review-contents.ts';
import { addressChanged, agreeAddressChange, signInChanged } from './sign-in-contents.ts';
import {
  accessChanged,
  invitationAnswered,
  memberLeft,
  memberRemoved,
  noLongerOwner,
  ownersChanged,
  ownershipHandedOver,
  ownershipOffered,
  teamInvitation,
} from './team-contents.ts';
import { formatDay, languageName } from './texts.ts';
import { accountLink, buildContent, type HeadTexts, type RequestOf, type WritingContext } from './writing.ts';

/** The content of a mail. Only blocks contain user input; subjects, headings and reasons do not. */
export function contentOf(installation: MailInstallation, request: MailRequest): MailContent {
  const texts = mailTexts[request.locale];
  const brand = installation.brand.name;
  const {
    publicUrl,
    plansEnabled: plans,
    brand: { supportEmail },
  } = installation;
  const format: WritingContext['format'] = (text, values = {}) => fillText(text, { brand, ...values });
  const sourceNames = commonTexts[request.locale].source;
  const writing: WritingContext = { texts, sourceNames, brand, publicUrl, supportEmail, plans, format };
  switch (request.kind) {
    case 'confirm-address':
      return actionLinkMail(writing, request, texts.confirm, texts.reason.address);
    case 'reset-password':
      return actionLinkMail(writing, request, texts.reset, texts.reason.address);
    case 'address-already-registered':
      return alreadyRegistered(writing, request);
    case 'password-changed':
      return passwordChanged(writing, request);
    case 'sign-in-changed':
      return signInChanged(writing, request);
    case 'agree-address-change':
      return agreeAddressChange(writing, request);
    case 'confirm-new-address':
      return actionLinkMail(writing, request, texts.confirmNewAddress, texts.reason.address);
    case 'address-changed':
      return addressChanged(writing, request);
    case 'address-taken':
      return actionLinkMail(writing, request, texts.addressTaken, texts.reason.address);
    case 'mailing':
      return mailingContent(writing, request);
    case 'welcome':
      return welcome(writing, request);
    case 'connection-trouble':
      return connectionTrouble(writing, request);
    case 'admin-test':
      return adminTest(writing);
    case 'help-message':
      return helpMessage(writing, request);
    case 'help-received':
      return helpReceived(writing, request);
    case 'account-deletion-scheduled':
      return deletionScheduled(writing, request);
    case 'account-deletion-canceled':
      return deletionCanceled(writing, request);
    case 'archive-ready':
      return archiveReady(writing, request);
    case 'team-invitation':
      return teamInvitation(writing, request);
    case 'invitation-answered':
      return invitationAnswered(writing, request);
    case 'ownership-offered':
      return ownershipOffered(writing, request);
    case 'ownership-handed-over':
      return ownershipHandedOver(writing, request);
    case 'member-left':
      return memberLeft(writing, request);
    case 'owners-changed':
      return ownersChanged(writing, request);
    case 'no-longer-owner':
      return noLongerOwner(writing, request);
    case 'access-changed':
      return accessChanged(writing, request);
    case 'private-feedback':
      return privateFeedback(writing, request);
    case 'feedback-waiting':
      return feedbackWaiting(writing, request);
    case 'feedback-answer':
      return feedbackAnswer(writing, request);
    case 'review-request':
      return reviewRequest(writing, request);
    case 'new-review':
      return newReview(writing, request);
    case 'review-digest':
      return reviewDigest(writing, request);
    case 'reviews-assigned':
      return reviewsAssigned(writing, request);
    case 'monthly-report':
      return monthlyReport(writing, request);
    case 'member-removed':
      return memberRemoved(writing, request);
    case 'person-blocked':
    case 'person-unblocked':
    case 'person-deleted':
    case 'administrator-changed':
    case 'account-deleted':
    case 'plan-changed':
    case 'item-taken-down':
    case 'item-put-back':
      return operatorContentOf(writing, request);
    default:
      return billingContentOf(writing, request);
  }
}

/** Mails of the sign-in service with a single action link. */
function actionLinkMail(
  writing: WritingContext,
  request: { name: string | null; link: string },
  words: HeadTexts & { lead: string; button: string; note: string },
  reason: string,
): MailContent {
  const { format } = writing;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'button', label: words.button, href: request.link, withAddress: true },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason, blocks });
}

function alreadyRegistered(
  writing: WritingContext,
  { name, link, resetLink }: RequestOf<'address-already-registered'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.known;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'button', label: words.button, href: link, withAddress: false },
    { kind: 'text', text: format(words.forgotten) },
    { kind: 'button', label: texts.reset.button, href: resetLink, withAddress: true },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name, reason: texts.reason.address, blocks });
}

function passwordChanged(writing: WritingContext, request: RequestOf<'password-changed'>): MailContent {
  const { texts, format } = writing;
  const words = texts.passwordChanged;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'text', text: format(words.alarm) },
    { kind: 'button', label: words.button, href: request.link, withAddress: false },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

function welcome(writing: WritingContext, request: RequestOf<'welcome'>): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.welcome;
  const { connect, widget, page } = words.steps;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'steps', items: [connect, widget, page] },
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, '/dashboard', request.accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}

function connectionTrouble(writing: WritingContext, request: RequestOf<'connection-trouble'>): MailContent {
  const { texts, sourceNames, format, publicUrl } = writing;
  const { mayConnect, trouble } = request;
  const words = mayConnect
    ? { ...texts.trouble, button: texts.trouble.button[trouble] }
    : { ...texts.trouble, ...texts.troubleOfOthers };
  const path = mayConnect ? `/connections/${request.platform}` : '/reviews';
  const platform = sourceNames[request.platform];
  const account = printableName(request.connectionName);
  const rows = [
    { label: texts.facts.platform, value: platform },
    ...(account === null ? [] : [{ label: texts.facts.connection, value: account }]),
  ];
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead[trouble], { platform }) },
    { kind: 'facts', rows },
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, path, request.accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(
    writing,
    words,
    { name: request.name, reason: texts.reason.account, blocks },
    { platform },
  );
}

function adminTest(writing: WritingContext): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.test;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'facts', rows: [{ label: texts.facts.installation, value: publicUrl }] },
  ];
  return {
    ...buildContent(writing, words, { name: null, reason: texts.reason.test, blocks }),
    greeting: null,
  };
}

function helpMessage(writing: WritingContext, request: RequestOf<'help-message'>): MailContent {
  const { texts } = writing;
  const { facts } = texts;
  const rows = [
    { label: facts.name, value: request.name === null ? null : stripUnsafeCharacters(request.name) },
    { label: facts.email, value: request.email },
    { label: facts.account, value: request.accountId },
    { label: facts.page, value: stripUnsafeCharacters(request.page) },
    { label: facts.language, value: languageName(request.locale, request.locale) },
    { label: facts.reference, value: request.reference },
  ].flatMap(({ label, value }) => (value === null || value.trim() === '' ? [] : [{ label, value }]));
  const blocks: Block[] = [
    { kind: 'quote', text: stripUnsafeCharacters(request.message) },
    { kind: 'facts', rows },
    { kind: 'note', text: texts.helpMessage.note },
  ];
  const { reference, priority } = request;
  const content = buildContent(
    writing,
    texts.helpMessage,
    { name: null, reason: texts.reason.support, blocks },
    { reference },
  );
  const subject = priority ? `${texts.helpMessage.priority} ${content.subject}` : content.subject;
  return { ...content, subject, greeting: null };
}

function helpReceived(writing: WritingContext, request: RequestOf<'help-received'>): MailContent {
  const { texts, format } = writing;
  const words = texts.helpReceived;
  const { message, reference } = request;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...(message === null
      ? []
      : ([
          { kind: 'note', text: words.copy },
          { kind: 'quote', text: stripUnsafeCharacters(message) },
        ] satisfies Block[])),
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(
    writing,
    words,
    { name: request.name, reason: texts.reason.help, blocks },
    { reference },
  );
}

function deletionScheduled(
  writing: WritingContext,
  request: RequestOf<'account-deletion-scheduled'>,
): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.deletionScheduled;
  const date = formatDay(request.locale, request.deletedOn);
  const byOperator = request.by === 'operator';
  const blocks: Block[] = [
    { kind: 'text', text: format(byOperator ? words.leadByOperator : words.lead, { date }) },
    { kind: 'text', text: format(words.codes) },
    { kind: 'text', text: format(words.cancelUntil, { date }) },
    { kind: 'text', text: format(words.archive) },
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, '/profile', request.accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(byOperator ? words.noteByOperator : words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks }, { date });
}

function deletionCanceled(
  writing: WritingContext,
  request: RequestOf<'account-deletion-canceled'>,
): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.deletionCanceled;
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    {
      kind: 'button',
      label: words.button,
      href: accountLink(publicUrl, '/dashboard', request.accountId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}
