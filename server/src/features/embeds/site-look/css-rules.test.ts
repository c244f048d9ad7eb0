import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstColor } from './css-colors.ts';
import { maxDeclarations, readDeclarations } from './css-rules.ts';

function read(css: string): string[] {
  const found: string[] = [];
  readDeclarations(css, ({ selector, name, value }) => found.push(`${selector}|${name}|${value}`));
  return found;
}

test('declarations are read with their selector, without comments', () => {
  expect(read('/* a{b:c} */ body , html { COLOR : red !important ; --Brand:#fff } a{}')).toEqual([
    'body , html|color|red',
    'body , html|--Brand|#fff',
  ]);
  expect(read('color: red; background: url(data:image/png;base64,{;}) #fff')).toEqual([
    '|color|red',
    '|background|url(data:image/png;base64,{;}) #fff',
  ]);
});

test('strings and escapes hide what they hold', () => {
  expect(read('a::before{content:"}b{color:red";color:blue}')).toEqual([
    'a::before|content|"}b{color:red"',
    'a::before|color|blue',
  ]);
  expect(read('.a\\{b{color:red}')).toEqual(['.a\\{b|color|red']);
  expect(read('a{content:"never closed\n;color:red}')).toContain('a|color|red');
});

test('nested rules and layers are read, other media, fonts and animations are not', () => {
  expect(
    read(`@layer base{@media (min-width:10em){a{color:red;&:hover{color:blue}}}}
      @media print{a{color:black}} @media (prefers-color-scheme: dark){a{color:white}}
      @keyframes x{from{color:pink}} @font-face{font-family:"X"} p{color:gray}`),
  ).toEqual(['a|color|red', 'a &:hover|color|blue', 'p|color|gray']);
});

test('any text is read without an error, to the limit of declarations', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    ';',
    ':',
    '(',
    ')',
    '[',
    '"',
    "'",
    '/*',
    '*/',
    '\\',
    '@media',
    'a',
    '#fff',
    '\n',
    '--x',
    'var(',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      for (const line of read(pieces.join(''))) expect(line).toContain('|');
    }),
  );
  expect(read('a:b;'.repeat(maxDeclarations + 10))).toHaveLength(maxDeclarations);
  expect(read('a{'.repeat(2_000))).toEqual([]);
});

test.each([
  ['#FfF', '#ffffff'],
  ['#abcd', '#aabbcc'],
  ['#abc4', null],
  ['#aabbccee', '#aabbcc'],
  ['url(x.png) no-repeat #123456', '#123456'],
  ['rgb(255 0 0 / 90%)', '#ff0000'],
  ['rgba(10, 20, 30, .2)', null],
  ['rgb(100%, 0%, 50%)', '#ff0080'],
  ['hsl(120deg 100% 25%)', '#008000'],
  ['hsla(0.5turn, 100%, 50%, 1)', '#00ffff'],
  ['oklch(62.8% 0.25768 29.234)', '#ff0000'],
  ['linear-gradient(90deg, rebeccapurple, red)', '#663399'],
  ['1px solid Tomato', '#ff6347'],
  ['transparent', null],
  ['currentColor', null],
  ['rgb(a, b, c)', null],
  ['hsl(120, 10%, )', null],
])('the color of %s is %s', (value, color) => {
  expect(firstColor(value)).toBe(color);
});
