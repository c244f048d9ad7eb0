import { mailingLimits } from '@kindling/contract/mailings';
import { describe, expect, test } from 'vitest';
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

/** To the length that a mailing may have. */
const filled = (unit: string) =>
  unit.repeat(mailingLimits.body / unit.length + 1).slice(0, mailingLimits.body);
/** Milliseconds of this thread's processor; lexers that search anew from each character take more than a second. */
const maxWork = 700;

describe('a text of one pattern is read with bounded work', () => {
  const nested = ['>', '> ', '1. ', '+ ', '>- ', '- > '];
  const formats = ['__a _b', '**_a', '***a**b '];
  const linear = [
    ...[
      '- a\n',
      '- a\n\n',
      '- a\n  > b\n',
      '>a\n',
      '-\n',
      '[',
      '![',
      '[a](',
      '[[a]',
      ']',
      '`a',
      '`',
      '<',
      '<a ',
    ],
    ...['|a|b|\n|-|-|\n', '\\[', '\\', '[a]: b "c\n', '_', '*', '# \n', 'a\n=\n', 'a  \n'],
  ];
  const shapes = [
    ...[...nested, ...formats].map((unit) => [unit, filled(unit), true] as const),
    ...linear.map((unit) => [unit, filled(unit), false] as const),
    ['formats around one word', `${'*'.repeat(4999)}a${'*'.repeat(4999)}`, true],
    ['formats that end inside one another', '*a '.repeat(2500) + 'a*'.repeat(1200), true],
  ] as const;

  test.each(shapes)('%j', (_, source, isTooDeep) => {
    const before = process.threadCpuUsage().user;
    const { problems } = read(source);
    expect((process.threadCpuUsage().user - before) / 1000).toBeLessThan(maxWork);
    if (isTooDeep) expect(problems.map(({ kind }) => kind)).toEqual(['too-deep']);
  });
});

test('a long text with many formats, lists and quotes is fine', () => {
  const paragraph = `${'Some **bold** and *italic* words, '.repeat(12)}and no end.\n\n> - A [*place*](${address})\n\n`;
  const source = paragraph.repeat(mailingLimits.body / paragraph.length);
  expect(source.length).toBeGreaterThan(9_000);
  expect(read(source).problems).toEqual([]);
});
