import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anySnapshot } from '../../testing/arbitraries.ts';
import { scanMarkup } from '../../testing/scan-markup.ts';
import { fieldStart, pieceStart } from '../flat-format.ts';
import { flatMarkup } from './flat-markup.tsx';
import { renderEmbed } from './render-embed.tsx';

/** Reads flat markup as `buildNodes` does, and writes the HTML that React would write for the same nodes. */
function htmlOf(markup: string): string {
  const open: string[] = [];
  let html = '';
  const end = () => {
    const name = open.pop();
    if (name !== 'img') html += `</${name}>`;
  };
  for (const piece of markup.split(pieceStart)) {
    const [name, ...fields] = piece.split(fieldStart);
    const text = fields.pop() ?? '';
    if (name) {
      open.push(name);
      html += `<${name}`;
      while (fields.length > 0) html += ` ${fields.shift()}="${escaped(fields.shift() ?? '')}"`;
      html += name === 'img' ? '/>' : '>';
    } else end();
    html += escaped(text);
  }
  while (open.length > 0) end();
  return html;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => escapes[one] ?? one);

it('holds the elements, attributes and texts of every embed', () => {
  fc.assert(
    fc.property(anySnapshot, (one) => {
      const { html } = renderEmbed(one);
      const again = htmlOf(flatMarkup(html));
      expect(again).toBe(html);
      scanMarkup(again);
    }),
    { numRuns: 60 },
  );
});

it('ends with the last text, and holds no entities', () => {
  expect(flatMarkup('<p class="a"><b>1 &lt; 2 &amp; 3</b>it&#x27;s</p>')).toBe(
    ['p', 'class', 'a', '\x01b', '1 < 2 & 3\x01', "it's"].join('\x02'),
  );
});

it('starts no element for a text with separators in it', () => {
  const html = (text: string) => `<p title="${text}">${text}</p>`;
  expect(flatMarkup(html(`a${pieceStart}script${fieldStart}src${fieldStart}b`))).toBe(
    flatMarkup(html('ascriptsrcb')),
  );
});
