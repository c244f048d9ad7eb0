import { expect, it } from 'vitest';
import { parseConnectProblem } from './connect-problem.ts';

it('parses the codes of the contract only', () => {
  expect(parseConnectProblem('denied')).toBe('denied');
  expect(parseConnectProblem('constructor')).toBeNull();
  expect(parseConnectProblem(null)).toBeNull();
});
