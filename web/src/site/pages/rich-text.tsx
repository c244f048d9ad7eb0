/**
 * Renders long texts of the locale files: `code` in backticks, values or links in {{places}}, paragraphs and lists. A
 * paragraph or entry that is as a whole between `[[if.…]]` and `[[end]]` becomes an element that the server can remove.
 */
import { Fragment, type ReactNode } from 'react';

export type Values = Readonly<Record<string, ReactNode>>;

/** One text with its code and values. An unknown {{place}} stays visible, so that a test finds it. */
export function rich(text: string, values: Values = {}): ReactNode {
  return text.split(/(`[^`]+`|\{\{\w+\}\})/).map((piece, at) => {
    const key = `${at}`;
    if (piece.startsWith('`')) return <code key={key}>{piece.slice(1, -1)}</code>;
    const name = /^\{\{(\w+)\}\}$/.exec(piece)?.[1];
    return <Fragment key={key}>{name === undefined ? piece : (values[name] ?? piece)}</Fragment>;
  });
}

interface ParagraphsProps {
  /** Consecutive texts that begin with `- ` form a list; one that begins with `## ` is a heading. */
  texts: readonly string[];
  values?: Values;
  /** A text that consists of one of these places becomes a block of its own. */
  blocks?: Values;
}

export function Paragraphs({ texts, values = {}, blocks = {} }: ParagraphsProps) {
  return groups(texts).map((group) => {
    const [first = ''] = group;
    const block = blocks[/^\{\{(\w+)\}\}$/.exec(first)?.[1] ?? ''];
    if (block !== undefined) return <Fragment key={first}>{block}</Fragment>;
    if (first.startsWith('## ')) return <h3 key={first}>{rich(first.slice(3), values)}</h3>;
    if (!first.startsWith('- ')) return <Conditional key={first} tag="p" text={first} values={values} />;
    return (
      <ul key={first}>
        {group.map((entry) => (
          <Conditional key={entry} tag="li" text={entry.slice(2)} values={values} />
        ))}
      </ul>
    );
  });
}

function Conditional({ tag: Tag, text, values }: { tag: 'p' | 'li'; text: string; values: Values }) {
  const [, name, words = text] =
    /^\[\[if\.([\w.]+)\]\]((?:(?!\[\[(?:else|end)\]\]).)*)\[\[end\]\]$/.exec(text) ?? [];
  return <Tag data-if={name}>{rich(words, values)}</Tag>;
}

function groups(texts: readonly string[]): string[][] {
  const found: string[][] = [];
  for (const text of texts) {
    const last = found.at(-1);
    if (text.startsWith('- ') && last?.[0]?.startsWith('- ')) last.push(text);
    else found.push([text]);
  }
  return found;
}

/** The support address, which the server fills in. */
export function SupportMail() {
  return (
    <a className="link" href="mailto:[[support.email]]">
      [[support.email]]
    </a>
  );
}
