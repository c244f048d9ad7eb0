/**
 * Turns the markup of our renderer into nodes without any HTML sink: it works where a page enforces Trusted
 * Types, and text can only ever become a text node. Reads that markup and no other (no void elements, no
 * comments, quoted attributes, React's five entities).
 */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decode = (text: string): string => text.replace(/&([^;]+);/g, (whole, name) => entities[name] || whole);

export function build(html: string): Node {
  const root = document.createDocumentFragment();
  let parent: Node = root;
  // `matchAll` copies the expression: nothing here can be left half-read by a previous call.
  for (const [text, close, name, attributes = ''] of html.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    if (!name) parent.appendChild(document.createTextNode(decode(text)));
    else if (close) parent = parent.parentNode || root;
    else {
      const element = /svg|path/.test(name)
        ? document.createElementNS('http://www.w3.org/2000/svg', name)
        : document.createElement(name);
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
        element.setAttribute(key, decode(value));
      parent = parent.appendChild(element);
    }
  }
  return root;
}
