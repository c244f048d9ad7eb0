import { allScreens } from '@kindling/contract/screens';
import { expect, test } from 'vitest';
import { topicsAt } from './topics.ts';

const guarded = allScreens.filter(({ audience, state }) => audience !== 'anyone' && state === 'built');

test.each(guarded.map(({ path }) => path.replace(/:\w+/, '0199f000')))(
  'the help knows three to five questions of %s, each once',
  (path) => {
    const topics = topicsAt(path);
    expect(topics.length).toBeGreaterThanOrEqual(3);
    expect(topics.length).toBeLessThanOrEqual(5);
    expect(new Set(topics).size).toBe(topics.length);
  },
);

test('a path with a parameter does not take the place of another screen', () => {
  expect(topicsAt('/connections/import')).toContain('importFiles');
  expect(topicsAt('/connections/google')).not.toContain('importFiles');
  expect(topicsAt('/auth/sign-in')).toEqual([]);
  expect(topicsAt('/nowhere')).toEqual([]);
});
