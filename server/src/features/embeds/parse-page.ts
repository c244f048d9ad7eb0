/**
 * Parses a page that somebody else wrote into at most so many nodes and levels: browsers build no deeper trees, and a
 * few hundred bytes could ask for any number of both.
 */
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, type TreeAdapter } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;

/** Of elements, texts and comments; the largest pages that people read have about 50,000. */
export const maxNodes = 200_000;
/** Of open elements; Chromium and Firefox flatten what is deeper than 512 levels. */
export const maxDepth = 1_000;

/** The page has more nodes or levels than are read. */
export class PageTooLargeError extends Error {
  constructor() {
    super('A page has too many elements, or they are nested too deeply.');
    this.name = 'PageTooLarge';
  }
}

/** @throws PageTooLarge as soon as the page has passed a limit; the rest is not read. */
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
    // A text comes in pieces, which become one node.
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

/** Elements whose text nobody reads as a part of the page. */
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

/** The words that a visitor reads, those of each element together. */
export function visibleTextOf(elements: readonly Element[]): string {
  return elements
    .filter(({ tagName }) => !invisibleTags.has(tagName))
    .map(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')).join(''))
    .join('\n');
}

/** What is commented out, and what is no HTML: a parser makes comments of `<?php … >` too. */
export function commentsOf(elements: readonly Element[]): string[] {
  return elements.flatMap(({ childNodes }) =>
    childNodes.flatMap((node) => ('data' in node ? [node.data] : [])),
  );
}

/** All elements in the order of the page, those inside templates too: a declarative shadow root is one. */
export function elementsOf(document: Document): Element[] {
  const elements: Element[] = [];
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if ('tagName' in node) elements.push(node);
    // The last one in is the next one out.
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) waiting.push(child);
    if ('content' in node) waiting.push(node.content);
  }
  return elements;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}
