import { call } from '@orpc/server';
import { expect, test } from 'vitest';
import { primaryReads } from '../db/replica-reads.ts';
import { AppError } from '../lib/app-error.ts';
import { routeBuilder } from './api.ts';
import type { Authenticate } from './caller.ts';

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

test('runs at most six calls of a user at once, also with renewed tokens, and does not delay others', async () => {
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const route = routeBuilder(
    authenticate,
    async () => new Set(),
    { isOn: () => false },
    primaryReads,
    () => async () => () => {},
  ).profile.signOut.handler(async ({ context: { caller } }) => {
    const sub = 'bearer' in caller ? caller.bearer.sub : '';
    running.set(sub, (running.get(sub) ?? 0) + 1);
    most.set(sub, Math.max(most.get(sub) ?? 0, running.get(sub) ?? 0));
    await new Promise(setImmediate);
    running.set(sub, (running.get(sub) ?? 0) - 1);
    throw new AppError('conflict');
  });
  const ask = (authorization: string) =>
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
    );
  const tokens = Array.from({ length: 30 }, (_, number) => `ann.${number % 3}`);
  const answers = await Promise.allSettled([...tokens, 'bob.0'].map(ask));
  expect(answers.map((answer) => answer.status === 'rejected' && answer.reason.code)).toEqual(
    Array(31).fill('conflict'),
  );
  expect(Object.fromEntries(most)).toEqual({ ann: 6, bob: 1 });
});
