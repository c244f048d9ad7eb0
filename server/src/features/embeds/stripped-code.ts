/**
 * What is left of pasted code where an editor or a server strips it. WordPress lets authors and contributors keep links
 * and pictures only (kses: script, frame and unknown element go, the span that keeps their room free stays); typed
 * into its visual editor, the code becomes text. Other editors keep the element and take its attributes.
 */
import type { DefaultTreeAdapterTypes } from 'parse5';
import { attribute, commentsOf, visibleTextOf } from './parse-page.ts';

type Element = DefaultTreeAdapterTypes.Element;

export interface StrippedCode {
  /** Our element stands there without the code that says which embed it is. */
  elementWithoutCode: boolean;
  /** The words that visitors read, in which code or its styles may stand. */
  visibleText: string;
  /** What keeps the room of an embed free stands there without anything that would fill it. */
  emptyPlaceholder: boolean;
  /** Codes that links lead to. */
  links: Set<string>;
  /** Comments; PHP that no server ran is one. */
  comments: string[];
  /** The page was made by WordPress. */
  wordpress: boolean;
}

/** @param codeOf the code in an address of this installation; null for any other address. */
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

/** A room without our element around it or a frame beside it. In one pass: a page may have very many of each. */
function hasEmptyPlaceholder(elements: readonly Element[]): boolean {
  const filled = new Set(
    elements.flatMap((element) => {
      if (element.tagName === 'kindling-reviews') return [element];
      return element.tagName === 'iframe' ? [element.parentNode] : [];
    }),
  );
  return elements.some((element) => isPlaceholder(element) && !filled.has(element.parentNode));
}

/** By its styles, of which kses takes the `display`; see `roomStyle` of the renderer, which the child process cannot load. */
function isPlaceholder(element: Element): boolean {
  const style = attribute(element, 'style') ?? '';
  return style.includes('letter-spacing:240px') && style.includes('padding-bottom:');
}

/** Its generator's name, its API, or files below its own folders. */
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

/** What was done to the code, or null where nothing of it is left. */
export function explainStrippedCode(
  {
    elementWithoutCode: nameless,
    visibleText: words,
    emptyPlaceholder: emptyRoom,
    links,
    comments,
  }: StrippedCode,
  code: string,
): StrippedCodeResult | null {
  if (nameless) return 'element-without-code';
  const named = words.includes(code);
  if (named && /<(kindling-reviews|script|iframe|img|\?php)\b|<KindlingReviews/.test(words))
    return 'code-as-text';
  // Of the line of PHP a stripping server keeps the end, where it takes `=>` for the end of a tag.
  if (comments.some((text) => isPhpSnippet(text, code)) || /timeout\W{1,12}\d+\]\]\)\); ?\?>/.test(words))
    return 'php-not-run';
  // The style sheet of a fragment, which no page shows by itself.
  if (/:host\s*[{(]/.test(words)) return 'fragment-without-element';
  if (named || links.has(code)) return 'address-as-text';
  return emptyRoom ? 'code-removed' : null;
}

function isPhpSnippet(comment: string, code: string): boolean {
  return comment.startsWith('?php') && comment.includes(`/e/${code}.html`);
}
