import { expect, test } from 'vitest';
import { excerptAround } from './excerpt.ts';

function around(text: string, word: string, length: number): string {
  const start = text.indexOf(word);
  const { before, found, after } = excerptAround(text, [start, start + word.length], length);
  return `${before}[${found}]${after}`;
}

test.each([
  ['a short text as it is', 'Good cake here', 'cake', 20, 'Good [cake] here'],
  [
    'whole words around it',
    'We waited for the good cake that everybody wants',
    'cake',
    8,
    '…good [cake] that…',
  ],
  ['line ends as spaces', 'Good\n\ncake\nhere', 'cake', 20, 'Good [cake] here'],
  ['whole emoji', '😀😀😀cake😀😀😀', 'cake', 3, '…😀[cake]😀😀…'],
  ['a text without spaces', '服务很好菜也很好吃价格便宜', '好吃', 3, '…菜也很[好吃]价格便…'],
])('%s', (_what, text, word, length, excerpt) => {
  expect(around(text, word, length)).toBe(excerpt);
});
