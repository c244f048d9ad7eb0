/** For tests only: the context of a call, for functions that are tested without HTTP. */
import type { CallContext, SignedInUser } from '../http/caller.ts';

export function callContextOf(user: SignedInUser): CallContext {
  return {
    requestId: 'request',
    authorization: `Bearer ${user.userId}`,
    account: user.accountId,
    network: '203.0.113.1',
    setCookie() {},
    setRetryAfter() {},
    caller: {
      kind: 'person',
      user,
      bearer: {
        issuer: 'https://id.example/',
        sub: user.userId,
        email: 'person@example.com',
        emailVerified: true,
        token: user.userId,
        issuedAt: 0,
        signedInAt: null,
        secondFactor: false,
        sessionId: null,
      },
    },
  };
}
