import type { Block, MailContent } from './content.ts';

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
    case 'note':
    case 'letter':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item.title}\n   ${item.text}`).join('\n');
    case 'facts':
      // Removes line breaks, so that user input cannot add a row.
      return block.rows.map((row) => `${row.label}: ${row.value.replaceAll(/\s+/g, ' ')}`).join('\n');
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
  }
}
