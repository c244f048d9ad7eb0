import { expect, test } from 'vitest';
import { createTokenGetter } from './tokens.ts';

/** Answers who asks at the same time together, by the first of them, as the identity library does. */
function aLibrary() {
  let number = 1;
  let asking: Promise<string> | undefined;
  const answer = async (cacheMode: string | undefined) => {
    await new Promise((resolve) => setImmediate(resolve));
    if (cacheMode === 'off') number += 1;
    asking = undefined;
    return `token ${number}`;
  };
  const getTokenSilently = (options?: { cacheMode?: string }) => {
    asking ??= answer(options?.cacheMode);
    return asking;
  };
  return { getTokenSilently } as Parameters<typeof createTokenGetter>[0];
}

test('a refused token is not given out again, also while another call asks for the one that is there', async () => {
  const token = createTokenGetter(aLibrary());
  expect(await token({ fresh: false })).toBe('token 1');
  const [other, renewed] = await Promise.all([token({ fresh: false }), token({ fresh: true })]);
  expect(other).toBe('token 1');
  expect(renewed).toBe('token 2');
});

test('calls that are refused together get one new token', async () => {
  const token = createTokenGetter(aLibrary());
  await token({ fresh: false });
  expect(await Promise.all([token({ fresh: true }), token({ fresh: true })])).toEqual(['token 2', 'token 2']);
});

test('a provider that gives the same token again is not asked for ever', async () => {
  const token = createTokenGetter({ getTokenSilently: () => Promise.resolve('one') } as never);
  await token({ fresh: false });
  expect(await token({ fresh: true })).toBe('one');
});
