/**
 * Turns the markup of our renderer into nodes without any HTML sink: it works where a page enforces Trusted
 * Types, and text can only ever become a text node. Reads that markup and no other (no void element but
 * `img`, no comments, quoted attributes, React's five entities).
 */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decode = (text: string): string => text.replace(/&([^;]+);/g, (whole, name) => entities[name] || whole);

export function build(html: string): Node {
  // Own regular expressions for own state: nothing here can be left half-read by a previous call.
  const tokens = /<(\/?)(\w+)([^>]*)>|[^<]+/g;
  const root = document.createDocumentFragment();
  let parent: Node = root;
  for (let token = tokens.exec(html); token; token = tokens.exec(html)) {
    const name = token[2];
    if (!name) parent.appendChild(document.createTextNode(decode(token[0])));
    else if (token[1]) parent = parent.parentNode || root;
    else {
      const element = document.createElementNS(
        name === 'svg' || name === 'path' ? 'http://www.w3.org/2000/svg' : 'http://www.w3.org/1999/xhtml',
        name,
      );
      const attributes = /([\w-]+)="([^"]*)"/g;
      for (let pair = attributes.exec(token[3] || ''); pair; pair = attributes.exec(token[3] || ''))
        element.setAttribute(pair[1] || '', decode(pair[2] || ''));
      parent.appendChild(element);
      // The one element that has no end.
      if (name !== 'img') parent = element;
    }
  }
  return root;
}
