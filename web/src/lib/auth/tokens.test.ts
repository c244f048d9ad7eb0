import { expect, test } from 'vitest';
import { createTokenGetter } from './tokens.ts';

/** Concurrent callers get one answer, that of the first, as in the identity library. */
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

test('a refused token is not returned again, even while another call asks for the cached one', async () => {
  const token = createTokenGetter(aLibrary());
  expect(await token({ fresh: false })).toBe('token 1');
  const [other, renewed] = await Promise.all([token({ fresh: false }), token({ fresh: true })]);
  expect(other).toBe('token 1');
  expect(renewed).toBe('token 2');
});

test('calls that are refused at the same time share one new token', async () => {
  const token = createTokenGetter(aLibrary());
  await token({ fresh: false });
  expect(await Promise.all([token({ fresh: true }), token({ fresh: true })])).toEqual(['token 2', 'token 2']);
});

test('stops renewing when the provider returns the same token again', async () => {
  const token = createTokenGetter({ getTokenSilently: () => Promise.resolve('one') } as never);
  await token({ fresh: false });
  expect(await token({ fresh: true })).toBe('one');
});
