import { expect, test } from 'vitest';
import { readMarkdown } from './markdown.ts';

const address = 'https://status.example/a_b_c?d=1&e=2';
const link = { kind: 'link', href: address, children: [{ kind: 'text', text: address }] };
const read = (source: string) => readMarkdown(source, {});

test('words with a link on a line of their own are a button', () => {
  expect(read(`Hello.\n\n[Look](${address})`)).toEqual({
    blocks: [
      { kind: 'paragraph', children: [{ kind: 'text', text: 'Hello.' }] },
      { kind: 'button', label: 'Look', href: address },
    ],
    problems: [],
  });
});

test.each([address, `<${address}>`, `  ${address}  `])('%j on a line of its own is a link', (source) => {
  expect(read(source)).toEqual({ blocks: [{ kind: 'paragraph', children: [link] }], problems: [] });
});

test.each(['https://name@evil.example', 'https://', 'https://a.example b', 'ftp://a.example'])(
  '%j is no link',
  (source) => {
    expect(JSON.stringify(read(source))).not.toContain('"link"');
  },
);

test('the value of a placeholder never becomes a link', () => {
  const { blocks } = readMarkdown('{{first_name|you}}', { first_name: address });
  expect(blocks).toEqual([{ kind: 'paragraph', children: [{ kind: 'text', text: address }] }]);
});
