/** Formatted text of a mail as a tree. HTML and text part are both written from it; there is no HTML in it. */
export type RichInline =
  | { kind: 'text'; text: string }
  | { kind: 'strong' | 'emphasis'; children: RichInline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; href: string; children: RichInline[] }
  | { kind: 'break' };

export type RichBlock =
  | { kind: 'paragraph'; children: RichInline[] }
  | { kind: 'heading'; children: RichInline[] }
  /** `start` null: a list with bullets. */
  | { kind: 'list'; start: number | null; items: RichBlock[][] }
  | { kind: 'quote'; blocks: RichBlock[] }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'rule' };

/** The words without their format, on one line. */
export function wordsOf(children: readonly RichInline[]): string {
  const words = children.map((one) => {
    if (one.kind === 'text' || one.kind === 'code') return one.text;
    return one.kind === 'break' ? ' ' : wordsOf(one.children);
  });
  return words.join('').replaceAll(/\s+/g, ' ');
}

/** For the text part: links are followed by their address. */
function textOfInlines(children: readonly RichInline[]): string {
  return children
    .map((one) => {
      switch (one.kind) {
        case 'text':
        case 'code':
          return one.text;
        case 'break':
          return '\n';
        case 'link': {
          const words = textOfInlines(one.children);
          return words === one.href ? words : `${words} (${one.href})`;
        }
        default:
          return textOfInlines(one.children);
      }
    })
    .join('');
}

export function textOfRich(blocks: readonly RichBlock[]): string {
  return blocks.map(textOfBlock).join('\n\n');
}

function textOfBlock(block: RichBlock): string {
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return textOfInlines(block.children);
    case 'button':
      return `${block.label}:\n${block.href}`;
    case 'rule':
      return '* * *';
    case 'quote':
      return indent(textOfRich(block.blocks), '> ', '> ');
    case 'list':
      return block.items
        .map((item, index) => {
          const mark = block.start === null ? '- ' : `${block.start + index}. `;
          return indent(item.map(textOfBlock).join('\n'), mark, ' '.repeat(mark.length));
        })
        .join('\n');
  }
}

function indent(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, index) => `${index === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}
