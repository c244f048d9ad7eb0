/**
 * Reads the Markdown of a mailing: paragraphs, headings, lists, quotes, rules, bold, italic, code and https links; a paragraph that
 * is one link with words becomes a button, and one that is an address becomes a link. Everything else is a problem and never sent: HTML, pictures, other addresses. Placeholders are taken
 * out before Markdown is read, and their values become plain text, so that no name can become a link or a format.
 */

import { type MailingValues, splitPlaceholders } from '@kindling/contract/mailing-placeholders';
import type { MailingProblem } from '@kindling/contract/mailings';
import { mailingLimits } from '@kindling/contract/mailings';
import type { Token, Tokens } from 'marked';
import { lexMarkdown, MarkdownTooDeep } from './bounded-lexer.ts';
import { type RichBlock, type RichInline, wordsOf } from './templates/rich-text.ts';

export type TextProblem = Omit<MailingProblem, 'language'>;

export interface ReadMarkdown {
  blocks: RichBlock[];
  /** Empty when the text can be sent. */
  problems: TextProblem[];
}

/** Lists and quotes inside one another. */
const maxDepth = 4;
const shownLength = 100;
/** Private-use characters, which no text of a mailing may have, around the number of a placeholder. */
const mark = /\ue000(\d+)\ue001/gu;
const plainAddress = /http:\/\/\S{0,80}/iu;

/** @param values those that are missing are filled by what stands in */
export function readMarkdown(source: string, values: MailingValues): ReadMarkdown {
  const reader = new Reader(values);
  const marked = reader.takePlaceholders(source);
  const insecure = plainAddress.exec(source);
  if (insecure !== null) reader.report('link-not-https', insecure[0]);
  let tokens: Token[];
  try {
    tokens = lexMarkdown(marked, { blocks: maxDepth, inlines: 2 * maxDepth });
  } catch (error) {
    if (!(error instanceof MarkdownTooDeep)) throw error;
    reader.report('too-deep', error.raw);
    tokens = [];
  }
  const blocks = reader.readBlocks(tokens, 0);
  if (blocks.length === 0 && reader.problems.length === 0) reader.report('no-text', null);
  return { blocks, problems: reader.problems };
}

class Reader {
  readonly problems: TextProblem[] = [];
  readonly #values: MailingValues;
  /** What each placeholder becomes. */
  readonly #filled: string[] = [];

  constructor(values: MailingValues) {
    this.#values = values;
  }

  report(kind: TextProblem['kind'], text: string | null): void {
    if (this.problems.length >= mailingLimits.problems) return;
    const shown = text?.replace(mark, '{{…}}').slice(0, shownLength) ?? null;
    if (!this.problems.some((one) => one.kind === kind && one.text === shown))
      this.problems.push({ kind, text: shown });
  }

  takePlaceholders(source: string): string {
    return splitPlaceholders(source)
      .map((part) => {
        if (part.kind === 'text') return part.text;
        if (part.kind === 'problem') {
          this.report(part.problem, part.text);
          return '';
        }
        const value = this.#values[part.name];
        return `\ue000${this.#filled.push(value ?? part.fallback) - 1}\ue001`;
      })
      .join('');
  }

  readBlocks(tokens: readonly Token[], depth: number): RichBlock[] {
    if (depth > maxDepth) {
      this.report('too-deep', tokens[0]?.raw ?? null);
      return [];
    }
    return tokens.flatMap((token) => this.#readBlock(token, depth));
  }

  #readBlock(token: Token, depth: number): RichBlock[] {
    switch (token.type) {
      case 'space':
      case 'def':
        return [];
      case 'paragraph':
      // The text of an item of a list.
      case 'text':
        return [this.#readParagraph(token as Tokens.Paragraph, depth)];
      case 'heading':
        return [{ kind: 'heading', children: this.#readInlines((token as Tokens.Heading).tokens, 0) }];
      case 'hr':
        return [{ kind: 'rule' }];
      case 'blockquote':
        return [{ kind: 'quote', blocks: this.readBlocks((token as Tokens.Blockquote).tokens, depth + 1) }];
      case 'list': {
        const { ordered, start, items } = token as Tokens.List;
        const first = typeof start === 'number' && start < 1_000_000 ? start : 1;
        return [
          {
            kind: 'list',
            start: ordered ? first : null,
            items: items.map((item) => this.readBlocks(item.tokens, depth + 1)),
          },
        ];
      }
      default:
        this.#refuse(token);
        return [];
    }
  }

  #readParagraph(
    { tokens, raw }: Pick<Tokens.Paragraph, 'raw'> & { tokens?: Token[] },
    depth: number,
  ): RichBlock {
    const address = raw.trim();
    if (/^https:\/\/\S+$/iu.test(address) && address.search(mark) === -1 && isHttps(address))
      return {
        kind: 'paragraph',
        children: [{ kind: 'link', href: address, children: [{ kind: 'text', text: address }] }],
      };
    const children = this.#readInlines(tokens ?? [{ type: 'text', raw, text: raw } as Token], 0);
    const [only] = children;
    if (depth === 0 && children.length === 1 && only?.kind === 'link' && wordsOf(only.children) !== only.href)
      return { kind: 'button', label: wordsOf(only.children), href: only.href };
    return { kind: 'paragraph', children };
  }

  #readInlines(tokens: readonly Token[], depth: number): RichInline[] {
    if (depth > 2 * maxDepth) {
      this.report('too-deep', tokens[0]?.raw ?? null);
      return [];
    }
    return tokens.flatMap((token) => this.#readInline(token, depth));
  }

  #readInline(token: Token, depth: number): RichInline[] {
    switch (token.type) {
      case 'text':
      case 'escape': {
        const { text, tokens } = token as Tokens.Text;
        if (tokens !== undefined) return this.#readInlines(tokens, depth + 1);
        return [{ kind: 'text', text: this.#fill(text) }];
      }
      case 'codespan':
        return [{ kind: 'code', text: this.#fill((token as Tokens.Codespan).text) }];
      case 'br':
        return [{ kind: 'break' }];
      case 'strong':
        return [{ kind: 'strong', children: this.#readInlines((token as Tokens.Strong).tokens, depth + 1) }];
      case 'em':
        return [{ kind: 'emphasis', children: this.#readInlines((token as Tokens.Em).tokens, depth + 1) }];
      case 'link':
        return this.#readLink(token as Tokens.Link, depth);
      default:
        this.#refuse(token);
        return [];
    }
  }

  #readLink({ href, tokens, raw }: Tokens.Link, depth: number): RichInline[] {
    const children = this.#readInlines(tokens, depth + 1);
    if (href.search(mark) !== -1) this.report('placeholder-in-link', raw);
    else if (!isHttps(href)) this.report('link-not-https', href);
    else return [{ kind: 'link', href, children }];
    return children;
  }

  #fill(text: string): string {
    return text.replaceAll(mark, (_, number: string) => this.#filled[Number(number)] ?? '');
  }

  #refuse({ type, raw }: Token): void {
    if (type === 'image') this.report('image', raw);
    else if (type === 'code') this.report('code-block', raw.trim());
    else this.report('html', raw.trim());
  }
}

/** An address with a user name could pretend to lead somewhere else. */
function isHttps(href: string): boolean {
  if (!/^https:\/\//iu.test(href) || !URL.canParse(href)) return false;
  const { hostname, username, password } = new URL(href);
  return hostname !== '' && username === '' && password === '';
}
