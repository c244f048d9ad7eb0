import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { createAccountLookup } from './account-lookup.ts';

afterEach(() => void vi.restoreAllMocks());

/** How many of a hundred requests are looked up when each is refused with this code. */
async function countLookups(code: ConstructorParameters<typeof AppError>[0]): Promise<number> {
  vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
  const lookup = createAccountLookup();
  let asked = 0;
  lookup.findWith(async () => {
    asked += 1;
    throw new AppError(code);
  });
  for (let number = 0; number < 100; number += 1) {
    lookup.find({ authorization: 'Bearer token', account: undefined }, () => {});
    await lookup.settled();
  }
  return asked;
}

test('a refusal that cost queries counts as a look-up, a forged token does not', async () => {
  expect(await countLookups('forbidden')).toBeLessThanOrEqual(60);
  expect(await countLookups('unauthenticated')).toBe(100);
});
