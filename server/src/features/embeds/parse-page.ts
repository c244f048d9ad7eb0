/**
 * Parses a page of another site with limits on nodes and depth, because a few hundred bytes of HTML can produce very many
 * of both. Browsers limit the depth, too.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

/** Elements, texts and comments; the largest real pages have about 50,000. */
export const maxNodes = 200_000;
/** Levels of open elements; Chromium and Firefox flatten deeper ones than 512. */
export const maxDepth = 1_000;

/** The page exceeds the maximum of nodes or depth. */
export class PageTooLargeError extends Error {
  constructor() {
    super('A page has too many elements, or they are nested too deeply.');
    this.name = 'PageTooLargeError';
  }
}

/** @throws PageTooLargeError as soon as the page exceeds a limit; the rest is not parsed. */
export function parsePage(html: string): Document {
  return parse(html, { treeAdapter: limitedAdapter() });
}

function limitedAdapter(): TreeAdapter<DefaultTreeAdapterTypes.DefaultTreeAdapterMap> {
  let nodes = 0;
  let levels = 0;
  const count = () => {
    nodes += 1;
    if (nodes > maxNodes) throw new PageTooLargeError();
  };
  return {
    ...defaultTreeAdapter,
    createElement(...of) {
      count();
      return defaultTreeAdapter.createElement(...of);
    },
    createCommentNode(data) {
      count();
      return defaultTreeAdapter.createCommentNode(data);
    },
    // The parser inserts a text in pieces, which become one node.
    insertText(parent, text) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertText(parent, text);
      if (parent.childNodes.length > before) count();
    },
    insertTextBefore(parent, text, next) {
      const before = parent.childNodes.length;
      defaultTreeAdapter.insertTextBefore(parent, text, next);
      if (parent.childNodes.length > before) count();
    },
    onItemPush() {
      levels += 1;
      if (levels > maxDepth) throw new PageTooLargeError();
    },
    onItemPop() {
      levels -= 1;
    },
  };
}

/** Elements whose text is not visible. */
const invisibleTags = new Set([
  'head',
  'title',
  'script',
  'style',
  'template',
  'textarea',
  'noscript',
  'iframe',
]);

/** The text that a visitor reads, one line per element. */
export function visibleTextOf(elements: readonly Element[]): string {
  return elements
    .filter(({ tagName }) => !invisibleTags.has(tagName))
    .map(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')).join(''))
    .join('\n');
}

/** Comments, and markup that is no HTML: a parser reads `<?php … >` as a comment, too. */
export function commentsOf(elements: readonly Element[]): string[] {
  return elements.flatMap(({ childNodes }) =>
    childNodes.flatMap((node) => ('data' in node ? [node.data] : [])),
  );
}

/** All elements in document order, including those in templates, such as declarative shadow roots. */
export function elementsOf(document: Document): Element[] {
  const elements: Element[] = [];
  const stack: Node[] = [document];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if ('tagName' in node) elements.push(node);
    // Reversed, because the stack returns the last one first.
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) stack.push(child);
    if ('content' in node) stack.push(node.content);
  }
  return elements;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}
