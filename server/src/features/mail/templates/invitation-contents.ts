/** The content of an invitation to write a review, and of its reminder. */
import { printableName } from '../../../lib/printable-name.ts';
import { type Block, type MailContent, stripUnsafeCharacters } from './content.ts';
import type { RequestOf, WritingContext } from './writing.ts';

/** The same for every recipient, whatever they think of the business; the owner's words come first. */
export function reviewRequest(
  { texts, format }: WritingContext,
  request: RequestOf<'review-request'>,
): MailContent {
  const words = texts.reviewRequest;
  const business = printableName(request.businessName);
  const named = (withName: string, without: string) =>
    business === null ? without : format(withName, { business });
  const blocks: Block[] = [
    { kind: 'letter', text: stripUnsafeCharacters(request.message) },
    { kind: 'button', label: words.button, href: request.link, withAddress: false },
    { kind: 'note', text: words.note },
    ...(request.reminder ? ([{ kind: 'note', text: words.reminder }] satisfies Block[]) : []),
  ];
  const reason = request.basis === 'agreed' ? words.agreed : words.customer;
  const reasonAlone = request.basis === 'agreed' ? words.agreedWithoutName : words.customerWithoutName;
  return {
    subject: stripUnsafeCharacters(request.subject).replaceAll('\n', ' '),
    preheader: words.note,
    heading: named(words.heading, words.headingWithoutName),
    greeting: null,
    blocks,
    reason: named(reason, reasonAlone),
  };
}
