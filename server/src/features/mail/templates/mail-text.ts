import type { Block, MailContent } from './content.ts';

/** The text part: the same words in the same order, links spelled out. */
export function textOfMail(content: MailContent, footer: readonly string[]): string {
  const greeting = content.greeting === null ? [] : [content.greeting];
  const body = content.blocks.map(textOfBlock);
  // "-- " and a line end is where mail programs begin to fold a signature away.
  const parts = [content.heading, ...greeting, ...body, `-- \n${footer.join('\n')}`];
  return `${parts.join('\n\n')}\n`;
}

function textOfBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
    case 'note':
      return block.text;
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${item.title}\n   ${item.text}`).join('\n');
    case 'facts':
      // A line break in a value would let whoever typed it write a row of their own.
      return block.rows.map((row) => `${row.label}: ${row.value.replaceAll(/\s+/g, ' ')}`).join('\n');
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
  }
}
