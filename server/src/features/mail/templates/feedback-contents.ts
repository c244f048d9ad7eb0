/** The content of the mails about private messages of visitors, and of answers to them. */
import type { VisitorRating } from '@kindling/contract/pipeline-settings';
import { languageTag } from '@kindling/contract/site';
import { fillText, pluralText } from '@kindling/locales/fill-text.ts';
import { printableName } from '../../../lib/printable-name.ts';
import { type Block, type MailContent, type MailReview, stripUnsafeCharacters } from './content.ts';
import type { MailTexts } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

/** Address of the inbox, or of one message in it. */
function inboxLink(publicUrl: string, accountId: string, feedbackId?: string): string {
  const message = feedbackId === undefined ? '' : `&message=${feedbackId}`;
  return `${accountLink(publicUrl, '/review-pipeline/review', accountId)}&tab=feedback${message}`;
}

export function privateFeedback(
  writing: WritingContext,
  request: RequestOf<'private-feedback'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.privateFeedback;
  const { rating, message } = request;
  const by = [printableName(request.authorName), printableName(request.locationName)];
  const review: MailReview = {
    stars: rating === 'up' || rating === 'down' ? null : rating,
    verdict: ratingText(texts, rating),
    text: stripUnsafeCharacters(message),
    by: by.filter((name) => name !== null).join(' · '),
    href: null,
  };
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    { kind: 'review', review },
    {
      kind: 'button',
      label: words.button,
      href: inboxLink(writing.publicUrl, request.accountId, request.feedbackId),
      withAddress: false,
    },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.feedback, blocks });
}

export function feedbackWaiting(
  writing: WritingContext,
  request: RequestOf<'feedback-waiting'>,
): MailContent {
  const { texts, format } = writing;
  const words = texts.feedbackWaiting;
  const tag = languageTag(request.locale);
  const lead = pluralText(words, 'lead', new Intl.PluralRules(tag), request.count);
  const blocks: Block[] = [
    { kind: 'text', text: format(lead, { number: new Intl.NumberFormat(tag).format(request.count) }) },
    {
      kind: 'button',
      label: words.button,
      href: inboxLink(writing.publicUrl, request.accountId),
      withAddress: false,
    },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.feedback, blocks });
}

export function feedbackAnswer(writing: WritingContext, request: RequestOf<'feedback-answer'>): MailContent {
  const { texts, format } = writing;
  const words = texts.feedbackAnswer;
  const business = printableName(request.businessName);
  const blocks: Block[] = [
    { kind: 'text', text: business === null ? words.leadWithoutName : format(words.lead, { business }) },
    { kind: 'letter', text: stripUnsafeCharacters(request.answer) },
    { kind: 'note', text: words.copy },
    { kind: 'quote', text: stripUnsafeCharacters(request.message) },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.visitor, blocks });
}

function ratingText(texts: MailTexts, rating: VisitorRating | null): string | null {
  if (rating === null) return null;
  if (rating === 'up') return texts.thumbs.up;
  return rating === 'down' ? texts.thumbs.down : fillText(texts.starsOfFive, { number: rating });
}
