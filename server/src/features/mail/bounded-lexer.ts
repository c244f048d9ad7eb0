/**
 * Cuts Markdown into tokens with bounded work. The library calls itself for what is inside a quote, a list or an emphasis, and
 * looks for the end of an emphasis from each of its beginnings, so a short text could keep it busy for seconds.
 */
import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';

/** Lists, quotes or formats inside one another beyond the limit, or far more formats than a text for people has. */
export class MarkdownTooDeep extends Error {
  /** The place, as it was written. */
  readonly raw: string;

  constructor(raw: string) {
    super('The Markdown is nested too deep');
    this.raw = raw;
  }
}

export interface DepthLimits {
  /** Lists and quotes inside one another. */
  blocks: number;
  /** Bold and italic inside one another. */
  inlines: number;
}

/** Characters that are searched for the ends of formats: 500 unmatched stars in a paragraph of 2,000 characters. */
const maxSearched = 500_000;

const startsBlock = /^ {0,3}(?:>|[*+-][ \t\n]|\d{1,9}[.)][ \t\n])/u;

/** @throws MarkdownTooDeep */
export function lexMarkdown(source: string, limits: DepthLimits): Token[] {
  return Lexer.lex(source, { gfm: false, tokenizer: new BoundedTokenizer(limits) });
}

/** For one text. */
class BoundedTokenizer extends Tokenizer {
  readonly #limits: DepthLimits;
  #blocks = 0;
  #inlines = 0;
  #searched = 0;

  constructor(limits: DepthLimits) {
    super();
    this.#limits = limits;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.#inBlock(src, () => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.#inBlock(src, () => super.list(src));
  }

  override emStrong(src: string, masked: string, before?: string): Tokens.Em | Tokens.Strong | undefined {
    // The library asks at each place of a text.
    if (src[0] !== '*' && src[0] !== '_') return;
    this.#searched += src.length;
    if (this.#searched > maxSearched || this.#inlines >= this.#limits.inlines) throw new MarkdownTooDeep(src);
    this.#inlines += 1;
    const token = super.emStrong(src, masked, before);
    this.#inlines -= 1;
    return token;
  }

  #inBlock<T>(src: string, read: () => T): T {
    // The library asks at each line of what is inside.
    if (this.#blocks >= this.#limits.blocks && startsBlock.test(src)) throw new MarkdownTooDeep(src);
    this.#blocks += 1;
    const token = read();
    this.#blocks -= 1;
    return token;
  }
}
