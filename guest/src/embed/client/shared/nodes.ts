/**
 * Turns the markup of our renderer into nodes without any HTML sink: it works where a page enforces Trusted
 * Types, and text can only ever become a text node. Reads that markup and no other (no void element but
 * `img`, no comments, quoted attributes, four entities).
 */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string => text.replace(/&([^;]+);/g, (whole, name) => entities[name] || whole);

export function buildNodes(html: string, root: ParentNode): void {
  let parent = root;
  // `matchAll` copies the expression: nothing here can be left half-read by a previous call.
  for (const [text, close, name, attributes = ''] of html.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    if (!name) parent.appendChild(document.createTextNode(decode(text)));
    else if (close) parent = parent.parentNode || root;
    else {
      const element = document.createElementNS(
        `http://www.w3.org/${/svg|path/.test(name) ? '2000/svg' : '1999/xhtml'}`,
        name,
      );
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
        element.setAttribute(key, decode(value));
      parent.appendChild(element);
      // The one element that has no end.
      if (name !== 'img') parent = element;
    }
  }
}
