import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import { primaryReads } from '../db/replica-reads.ts';
import { AppError } from '../lib/app-error.ts';
import { routeBuilder } from './api.ts';
import type { Authenticate, Caller } from './caller.ts';

/** A token is a user name, a dot and a number. */
const authenticate: Authenticate = async ({ authorization = '' }) => ({
  kind: 'bearer',
  bearer: {
    issuer: 'https://identity.test/',
    sub: authorization.split('.')[0] ?? '',
    email: 'somebody@example.com',
    emailVerified: true,
    token: authorization,
    issuedAt: 0,
    signedInAt: null,
    secondFactor: false,
    sessionId: null,
  },
});

/** Calls of one route, by token; each ends with `conflict` after its work. */
function callsWith(who: Authenticate, work: (caller: Caller) => Promise<void>) {
  const route = routeBuilder(
    who,
    async () => new Set(),
    { isOn: () => false },
    primaryReads,
    () => async () => () => {},
  ).profile.signOut.handler(async ({ context: { caller } }) => {
    await work(caller);
    throw new AppError('conflict');
  });
  return async (tokens: readonly string[]) => {
    const answers = await Promise.allSettled(
      tokens.map((authorization) =>
        call(
          route,
          {},
          {
            context: {
              requestId: 'request',
              authorization,
              account: undefined,
              network: '192.0.2.1',
              setCookie() {},
              setRetryAfter() {},
            },
          },
        ),
      ),
    );
    return answers.map((answer) => answer.status === 'rejected' && answer.reason.code);
  };
}

test('runs at most six calls of a user at once, also with renewed tokens, and does not delay others', async () => {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const ask = callsWith(authenticate, async (caller) => {
    const sub = 'bearer' in caller ? caller.bearer.sub : '';
    running.set(sub, (running.get(sub) ?? 0) + 1);
    most.set(sub, Math.max(most.get(sub) ?? 0, running.get(sub) ?? 0));
    await new Promise(setImmediate);
    running.set(sub, (running.get(sub) ?? 0) - 1);
  });
  const tokens = Array.from({ length: 30 }, (_, number) => `ann.${number % 3}`);
  expect(await ask([...tokens, 'bob.0'])).toEqual(Array(31).fill('conflict'));
  expect(Object.fromEntries(most)).toEqual({ ann: 6, bob: 1 });
});

test('a call that waited is admitted again, so a person who was blocked meanwhile changes nothing more', async () => {
  let blocked = false;
  const ask = callsWith(
    async (...of) => {
      if (blocked) throw new AppError('forbidden');
      return authenticate(...of);
    },
    async () => {
      await new Promise(setImmediate);
      blocked = true;
    },
  );
  const codes = await ask(Array.from({ length: 12 }, (_, number) => `eve.${number % 3}`));
  expect(codes.toSorted()).toEqual([...Array(6).fill('conflict'), ...Array(6).fill('forbidden')]);
});
