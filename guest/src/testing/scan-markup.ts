/** Parses rendered markup strictly: anything but the listed tags and attributes is an error. */

const link = /^https:\/\/[^\s"<>]+$/;
const shape = /^[\d.\s\-aAcClLmMqQvVhHzZ]+$/;
const anything = /^.*$/s;
const values: Readonly<Record<string, RegExp>> = {
  class: /^[a-z]{1,2}\d?( [a-z]{1,2}\d?)*$/,
  dir: /^auto$/,
  part: /^[a-z]+$/,
  lang: /^[a-z]{2}(-Latn)?$/,
  'aria-label': anything,
  'aria-hidden': /^true$/,
  role: /^(img|group|dialog|status)$/,
  type: /^button$/,
  value: /^(-?\d+|[a-z-]*)$/,
  hidden: /^$/,
  inert: /^$/,
  'data-tool': /^(stars|source|order)$/,
  'data-words': anything,
  'data-none': anything,
  'data-age': /^\d+$/,
  'data-stars': /^([1-5]|positive|negative|)$/,
  'data-source': /^[a-z-]+$/,
  'aria-pressed': /^(true|false)$/,
  name: /^tile$/,
  open: /^$/,
  tabindex: /^0$/,
  'aria-live': /^polite$/,
  href: link,
  dateTime: /^[+-]?\d+-\d\d-\d\d$/,
  preserveAspectRatio: /^none$/,
  // Pictures of authors, at our own host.
  src: /^https?:\/\/[^\s"<>/]+\/a\/[a-z0-9]{10}\/[\w-]+\.webp$/,
  alt: /^$/,
  loading: /^lazy$/,
  decoding: /^async$/,
  target: /^_blank$/,
  rel: /^noopener( nofollow ugc)?$/,
  viewBox: /^0 0 \d+ \d+$/,
  width: /^\d+(\.\d)?$/,
  height: /^\d+$/,
  x: /^[\d.]+$/,
  y: /^[\d.]+$/,
  d: shape,
  transform: /^(translate\([\d.]+ [\d.]+\) scale\([\d.]+\)|rotate\(180 12 12\))$/,
  color: /^#[0-9a-fA-F]{6}$/,
  'stroke-width': /^4\.6$/,
  fill: /^(none|currentColor|#[0-9a-fA-F]{3,6})$/,
  stroke: /^#[0-9a-fA-F]{3,6}$/,
};
const tags = new Set(
  'section header footer article div p span b i a svg path details summary button ul li time img search select option'.split(
    ' ',
  ),
);
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

export type Scan = { readonly texts: readonly string[]; readonly tags: ReadonlySet<string> };

/** Texts in order, entities decoded. Throws for markup that our renderer never writes. */
export function scanMarkup(html: string): Scan {
  const texts: string[] = [];
  const seen = new Set<string>();
  const open: string[] = [];
  let at = 0;
  while (at < html.length) {
    if (html[at] !== '<') {
      const end = html.indexOf('<', at);
      texts.push(decode(html.slice(at, end < 0 ? html.length : end)));
      at = end < 0 ? html.length : end;
      continue;
    }
    const end = html.indexOf('>', at);
    if (end < 0) throw new Error('A tag is not closed.');
    const inside = html.slice(at + 1, end);
    at = end + 1;
    if (inside.startsWith('/')) {
      const expected = open.pop();
      if (inside.slice(1) !== expected) throw new Error(`Closing ${inside}, expected ${expected}.`);
      continue;
    }
    const name = /^[a-z]+/.exec(inside)?.[0] ?? '';
    if (!tags.has(name)) throw new Error(`Tag not allowed: ${inside.slice(0, 80)}`);
    seen.add(name);
    if (name === 'img') {
      // Nothing can be in it, so nothing can be hidden in it.
      if (!inside.endsWith('/')) throw new Error(`Left open: ${inside.slice(0, 80)}`);
      checkAttributes(inside.slice(name.length, -1));
      continue;
    }
    open.push(name);
    checkAttributes(inside.slice(name.length));
  }
  if (open.length > 0) throw new Error(`Left open: ${open.join(' ')}`);
  return { texts, tags: seen };
}

function checkAttributes(source: string): void {
  const rest = source.replaceAll(/ ([A-Za-z-]+)="([^"]*)"/g, (_, name: string, value: string) => {
    const allowed = values[name];
    if (!allowed?.test(decode(value)))
      throw new Error(`Attribute not allowed: ${name}=${value.slice(0, 80)}`);
    return '';
  });
  if (rest !== '') throw new Error(`Not attributes: ${rest.slice(0, 80)}`);
}

function decode(text: string): string {
  if (/[<>"']/.test(text)) throw new Error(`Not escaped: ${text.slice(0, 80)}`);
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const character = entities[name];
    if (character === undefined) throw new Error(`Bare ampersand: ${whole.slice(0, 80)}`);
    return character;
  });
}
