import { type Block, type MailContent, type MailReview, starsText } from './content.ts';
import { textOfRich } from './rich-text.ts';

/** The text part: the same content in the same order, with written-out links. */
export function textOfMail(content: MailContent, footer: readonly string[]): string {
  const greeting = content.greeting === null ? [] : [content.greeting];
  const body = content.blocks.map(textOfBlock);
  // Mail programs collapse the signature after a line "-- ".
  const parts = [content.heading, ...greeting, ...body, `-- \n${footer.join('\n')}`];
  return `${parts.join('\n\n')}\n`;
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'heading':
    case 'note':
    case 'letter':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'links':
      return block.items.map(({ label, href }) => `${label}:\n${href}`).join('\n');
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item.title}\n   ${item.text}`).join('\n');
    case 'facts':
      // Removes line breaks, so that user input cannot add a row.
      return block.rows.map((row) => `${row.label}: ${row.value.replaceAll(/\s+/g, ' ')}`).join('\n');
    case 'quote':
      return quoted(block.text);
    case 'figures':
      return block.items
        .map(({ label, value, arrow, note }) => {
          const beside = [arrow, note].filter((part) => part !== null).join(' ');
          return `${label}: ${value}${beside === '' ? '' : ` (${beside})`}`;
        })
        .join('\n');
    case 'review':
      return textOfReview(block.review);
    case 'rich':
      return textOfRich(block.blocks);
  }
}

function textOfReview({ stars, verdict, text, by, href }: MailReview): string {
  const rating = [stars === null ? null : starsText(stars), verdict].filter((part) => part !== null);
  return [rating.join(' '), text === null ? '' : quoted(text), by, href ?? '']
    .filter((line) => line !== '')
    .join('\n');
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}
