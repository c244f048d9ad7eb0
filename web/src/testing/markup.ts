/** Parses markup that React rendered: attributes in double quotes, `<` and `>` escaped in texts. */

export interface FoundElement {
  tag: string;
  attributes: Record<string, string>;
}

type MarkupToken =
  | { kind: 'open' | 'void'; element: FoundElement }
  | { kind: 'close' }
  | { kind: 'text'; text: string };

const voidElements = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

function* tokenize(html: string): Generator<MarkupToken> {
  for (const [whole, closing, tag = '', attributes = ''] of html.matchAll(
    /<!doctype html>|<(\/?)([a-zA-Z0-9-]+)([^>]*)>|[^<]+/g,
  )) {
    if (whole === '<!doctype html>') continue;
    if (tag === '') yield { kind: 'text', text: whole };
    else if (closing === '/') yield { kind: 'close' };
    else {
      const kind = voidElements.test(tag) || attributes.endsWith('/') ? 'void' : 'open';
      yield { kind, element: { tag: tag.toLowerCase(), attributes: attributesOf(attributes) } };
    }
  }
}

function attributesOf(source: string): Record<string, string> {
  return Object.fromEntries(
    [...source.matchAll(/([\w:-]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      decode(value),
    ]),
  );
}

function decode(text: string): string {
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_whole, name: string) => entities[name] ?? '');
}

/** All elements in document order. */
export function elementsOf(html: string): FoundElement[] {
  return [...tokenize(html)].flatMap((piece) => ('element' in piece ? piece.element : []));
}

/** Never translated: code, styles, elements marked `translate="no"`, and text in another language than the page's. */
function isForeign({ tag, attributes }: FoundElement): boolean {
  if (/^(script|style|code|pre)$/.test(tag) || attributes.translate === 'no') return true;
  return tag !== 'html' && attributes.lang !== undefined;
}

/** Every text for people: text nodes, and attributes that are shown or read aloud. */
export function textsOf(html: string): string[] {
  const found: string[] = [];
  const foreign: boolean[] = [];
  for (const piece of tokenize(html)) {
    if (piece.kind === 'close') foreign.pop();
    else if (piece.kind === 'text') {
      if (!foreign.includes(true)) found.push(decode(piece.text));
    } else {
      const { attributes } = piece.element;
      const own = isForeign(piece.element);
      if (!own && !foreign.includes(true))
        found.push(
          ...['aria-label', 'alt', 'title', 'placeholder'].flatMap((name) => attributes[name] ?? []),
        );
      if (piece.kind === 'open') foreign.push(own);
    }
  }
  return found;
}
