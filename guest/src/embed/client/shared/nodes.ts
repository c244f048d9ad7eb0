/**
 * Builds nodes from flat markup (`flat-format.ts`) without an HTML sink: it works on pages that enforce Trusted
 * Types, and text can only become a text node.
 */
import { fieldStart, pieceStart } from '../../flat-format.ts';

export function buildNodes(markup: string, root: ParentNode): void {
  let parent = root;
  for (const piece of markup.split(pieceStart)) {
    const [name, ...fields] = piece.split(fieldStart);
    const text = fields.pop();
    if (name) {
      const element = document.createElementNS(
        `http://www.w3.org/${/svg|path/.test(name) ? '2000/svg' : '1999/xhtml'}`,
        name,
      );
      while (fields[0]) element.setAttribute(fields.shift() as string, fields.shift() as string);
      // Pages with old libraries replace `append` by a method of their own.
      parent = parent.appendChild(element);
    } else parent = parent.parentNode || root;
    if (text) parent.appendChild(new Text(text));
  }
}
