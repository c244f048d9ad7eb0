import type { ListedCode } from '@kindling/contract/codes';
import { expect, test } from 'vitest';
import { groupBySeries } from './group-by-series.ts';

test('a series is together at the place of its newest code, and the others keep their order', () => {
  const codes = [
    ['a', null],
    ['t1', 'Table'],
    ['b', null],
    ['t2', 'Table'],
    ['c', null],
    ['d', null],
  ].map(([name, series]) => ({ name, series }) as ListedCode);
  expect(groupBySeries(codes).map(({ series, codes: own }) => [series, own.map(({ name }) => name)])).toEqual(
    [
      [null, ['a']],
      ['Table', ['t1', 't2']],
      [null, ['b', 'c', 'd']],
    ],
  );
});
