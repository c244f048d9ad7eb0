/** Turns the markup of an embed into the format that its script sends. */
import { fieldStart, pieceStart } from '../flat-format.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decode = (text: string): string =>
  text.replaceAll(/&([^;]+);/g, (whole, name: string) => entities[name] ?? whole);

/** @param html of `renderEmbed`: one element, quoted attributes, no void element but `img`, no comments */
export function flatMarkup(html: string): string {
  // The separators of the format come from here alone, whatever a text contains.
  const source = html.replaceAll(pieceStart, '').replaceAll(fieldStart, '');
  let flat = '';
  for (const [text, end, name, attributes = ''] of source.matchAll(/<(\/?)(\w+)([^>]*)>|[^<]+/g)) {
    if (name === undefined) flat += decode(text);
    else if (end) flat += closing;
    else {
      flat += pieceStart + name;
      for (const [, key = '', value = ''] of attributes.matchAll(/([\w-]+)="([^"]*)"/g))
        flat += fieldStart + key + fieldStart + decode(value);
      flat += fieldStart;
      if (name === 'img') flat += closing;
    }
  }
  // The parser needs no separator before the first piece, and no end of what the content ends with.
  let length = flat.length;
  while (flat.endsWith(closing, length)) length -= closing.length;
  return flat.slice(pieceStart.length, length);
}

const closing = pieceStart + fieldStart;
