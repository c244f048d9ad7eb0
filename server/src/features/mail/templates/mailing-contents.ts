/** The content of a mailing, which an administrator wrote. */
import { printableName } from '../../../lib/printable-name.ts';
import { readMarkdown } from '../markdown.ts';
import { type MailContent, stripUnsafeCharacters } from './content.ts';
import { type RichBlock, wordsOf } from './rich-text.ts';
import type { RequestOf, WritingContext } from './writing.ts';

const preheaderLength = 120;

/** @throws Error for a text with a problem, which nobody could confirm */
export function mailingContent(
  { texts, format }: WritingContext,
  request: RequestOf<'mailing'>,
): MailContent {
  const values = Object.fromEntries(
    Object.entries(request.values).flatMap(([name, value]) => {
      // A date is ours, and looks like a telephone number in some languages.
      const printable = name === 'plan_ends_on' ? value : printableName(value);
      return printable === null ? [] : [[name, printable]];
    }),
  );
  const { blocks, problems } = readMarkdown(stripUnsafeCharacters(request.markdown), values);
  if (problems.length > 0) throw new Error('The text of a mailing has a problem');
  return {
    subject: request.subject,
    preheader: preheaderOf(blocks),
    heading: request.subject,
    greeting: null,
    blocks: [{ kind: 'rich', blocks }],
    reason: format(request.mailingKind === 'news' ? texts.reason.news : texts.reason.account),
  };
}

/** The first words, which mail programs show after the subject. */
function preheaderOf(blocks: readonly RichBlock[]): string {
  const words = blocks.flatMap((block) => (block.kind === 'paragraph' ? [wordsOf(block.children)] : []));
  return words.join(' ').slice(0, preheaderLength);
}
