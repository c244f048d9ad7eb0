/**
 * Recognizes the remains of pasted code that an editor or a server has stripped. For authors and contributors WordPress
 * (kses) removes scripts, frames and unknown elements and keeps links, pictures and the placeholder span; in its visual
 * editor the code becomes text. Other editors keep the element and remove its attributes.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, commentsOf, visibleTextOf } from './parse-page.ts';

type Element = DefaultTreeAdapterTypes.Element;

export interface StrippedCode {
  /** The page has our element without the attribute that names the embed. */
  elementWithoutCode: boolean;
  /** The text that visitors read, which may contain code or styles. */
  visibleText: string;
  /** The page has a placeholder without anything that would fill it. */
  emptyPlaceholder: boolean;
  /** Codes in the addresses of links. */
  links: Set<string>;
  /** Comments; a parser reads PHP that did not run as a comment. */
  comments: string[];
  /** The page was made by WordPress. */
  wordpress: boolean;
}

/** @param codeOf returns the code in an address of this installation, null for any other address */
export function findStrippedCode(
  elements: readonly Element[],
  codeOf: (address: string) => string | null,
): StrippedCode {
  const links = elements.flatMap((element) => {
    const code = element.tagName === 'a' ? codeOf(attribute(element, 'href') ?? '') : null;
    return code === null ? [] : [code];
  });
  return {
    elementWithoutCode: elements.some(
      (element) => element.tagName === 'kindling-reviews' && !attribute(element, 'code'),
    ),
    visibleText: visibleTextOf(elements),
    emptyPlaceholder: hasEmptyPlaceholder(elements),
    links: new Set(links),
    comments: commentsOf(elements),
    wordpress: elements.some(isFromWordPress),
  };
}

/** A placeholder without our element around it or a frame beside it. One pass, because a page can have many of each. */
function hasEmptyPlaceholder(elements: readonly Element[]): boolean {
  const filled = new Set(
    elements.flatMap((element) => {
      if (element.tagName === 'kindling-reviews') return [element];
      return element.tagName === 'iframe' ? [element.parentNode] : [];
    }),
  );
  return elements.some((element) => isPlaceholder(element) && !filled.has(element.parentNode));
}

/** By its styles without `display`, which kses removes. `strutStyle` of the renderer, not loadable in this process, sets them. */
function isPlaceholder(element: Element): boolean {
  const style = attribute(element, 'style') ?? '';
  return style.includes('letter-spacing:240px') && style.includes('padding-bottom:');
}

/** By the generator's name, its API, or files in its folders. */
function isFromWordPress(element: Element): boolean {
  if (element.tagName === 'meta')
    return (
      attribute(element, 'name') === 'generator' && /^WordPress\b/.test(attribute(element, 'content') ?? '')
    );
  if (attribute(element, 'rel') === 'https://api.w.org/') return true;
  return /\/wp-(content|includes)\//.test(attribute(element, 'href') ?? attribute(element, 'src') ?? '');
}

export type StrippedCodeResult =
  | 'element-without-code'
  | 'php-not-run'
  | 'code-as-text'
  | 'fragment-without-element'
  | 'address-as-text'
  | 'code-removed';

/** What happened to the code; null if nothing of it remains. */
export function explainStrippedCode(
  { elementWithoutCode, visibleText, emptyPlaceholder, links, comments }: StrippedCode,
  code: string,
): StrippedCodeResult | null {
  if (elementWithoutCode) return 'element-without-code';
  const named = visibleText.includes(code);
  if (named && /<(kindling-reviews|script|iframe|img|\?php)\b|<KindlingReviews/.test(visibleText))
    return 'code-as-text';
  // A server that strips tags reads the `=>` in our line of PHP as the end of a tag and keeps the rest.
  if (
    comments.some((text) => isPhpSnippet(text, code)) ||
    /timeout\W{1,12}\d+\]\]\)\); ?\?>/.test(visibleText)
  )
    return 'php-not-run';
  // The style sheet of a fragment as visible text.
  if (/:host\s*[{(]/.test(visibleText)) return 'fragment-without-element';
  if (named || links.has(code)) return 'address-as-text';
  return emptyPlaceholder ? 'code-removed' : null;
}

function isPhpSnippet(comment: string, code: string): boolean {
  return comment.startsWith('?php') && comment.includes(`/e/${code}.html`);
}
