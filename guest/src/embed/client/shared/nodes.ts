/**
 * Builds nodes from the renderer's markup without an HTML sink: it works on pages that enforce Trusted Types, and
 * text can only become a text node. Parses only that markup (no void element but `img`, no comments, quoted
 * attributes, four entities).
 */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

const decode = (text: string): string => text.replace(/&([^;]+);/g, (whole, name) => entities[name] || whole);

export function buildNodes(html: string, root: ParentNode): void {
  let parent = root;
  // `matchAll` copies the expression, so an earlier call leaves no state.
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
      // The only element without an end tag.
      if (name !== 'img') parent = element;
    }
  }
}
