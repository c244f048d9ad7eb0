/**
 * Reads the declarations of a style sheet in one pass, by the rules of CSS Syntax for comments, strings, escapes, parentheses and
 * blocks (https://www.w3.org/TR/css-syntax-3). It never goes back, so that hostile input takes no more time than its length.
 */

export interface Declaration {
  /** Of the rule around it, with those of outer rules before it; empty for a `style` attribute. */
  selector: string;
  /** In lower case, but for custom properties. */
  name: string;
  value: string;
}

/** Declarations of one text; larger style sheets exist, and their first part says enough. */
export const maxDeclarations = 60_000;
const maxDepth = 40;
/** A longer value holds no color or font that is worth reading, for example a picture. */
const maxValueLength = 600;

/** Rules whose declarations are no styles of the page as most visitors see it. */
const otherRules =
  /^@(font-face|font-feature-values|keyframes|-\w+-keyframes|page|property|counter-style|view-transition)\b/i;
const otherMedia = /^@media\b.*(\bprint\b|prefers-color-scheme:\s*dark|forced-colors|prefers-contrast)/is;

interface Block {
  selector: string;
  ignored: boolean;
}

/** Calls `visit` for each declaration, in their order. */
export function readDeclarations(css: string, visit: (declaration: Declaration) => void): void {
  const blocks: Block[] = [];
  let parts: string[] = [];
  let from = 0;
  let parentheses = 0;
  let count = 0;
  const take = (end: number): string => {
    const text = [...parts, css.slice(from, end)].join('').trim();
    parts = [];
    from = end + 1;
    return text;
  };
  const declare = (text: string) => {
    const block = blocks.at(-1) ?? { selector: '', ignored: false };
    const declaration = block.ignored ? null : parseDeclaration(text, block.selector);
    if (declaration === null) return;
    count += 1;
    visit(declaration);
  };
  for (let at = 0; at < css.length && count < maxDeclarations; at += 1) {
    const char = css[at];
    if (char === '\\') at += 1;
    else if (char === '"' || char === "'") at = endOfString(css, at, char);
    else if (char === '/' && css[at + 1] === '*') {
      parts.push(css.slice(from, at), ' ');
      const end = css.indexOf('*/', at + 2);
      at = end === -1 ? css.length : end + 1;
      from = at + 1;
    } else if (char === '(' || char === '[') parentheses += 1;
    else if (char === ')' || char === ']') parentheses = Math.max(0, parentheses - 1);
    else if (parentheses > 0) continue;
    else if (char === ';') declare(take(at));
    else if (char === '{') {
      const block = openBlock(take(at), blocks.at(-1));
      if (blocks.length >= maxDepth) return;
      blocks.push(block);
    } else if (char === '}') {
      declare(take(at));
      blocks.pop();
    }
  }
  // The last declaration of an attribute needs no semicolon.
  if (count < maxDeclarations && parentheses === 0) declare(take(css.length));
}

/** Index of the closing quote; a string without one ends with its line. */
function endOfString(css: string, start: number, quote: string): number {
  for (let at = start + 1; at < css.length; at += 1) {
    if (css[at] === '\\') at += 1;
    else if (css[at] === quote || css[at] === '\n') return at;
  }
  return css.length;
}

function openBlock(prelude: string, outer: Block | undefined): Block {
  const ignored = outer?.ignored === true || otherRules.test(prelude) || otherMedia.test(prelude);
  const around = outer?.selector ?? '';
  if (prelude.startsWith('@')) return { selector: around, ignored };
  return {
    selector: around === '' ? prelude.slice(0, 1_000) : `${around} ${prelude}`.slice(0, 1_000),
    ignored,
  };
}

function parseDeclaration(text: string, selector: string): Declaration | null {
  const colon = text.indexOf(':');
  if (colon < 1 || text.length > maxValueLength || text.startsWith('@')) return null;
  const name = text.slice(0, colon).trim();
  if (!/^-{0,2}[a-zA-Z][\w-]*$/.test(name)) return null;
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important\s*$/i, '')
    .trim();
  return { selector, name: name.startsWith('--') ? name : name.toLowerCase(), value };
}
