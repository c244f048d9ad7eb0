import type { Auth0Client } from '@auth0/auth0-spa-js';

/** Renewals after which a token that stays the same is taken as it is. */
const maxRenewals = 3;

/**
 * The access token: the one that is there, or a new one with `fresh`, after the last was refused. The library gives
 * everybody who asks at the same time one answer, so a new one may have to be asked for again.
 * @throws Error when the library has none
 */
export function createTokenGetter(
  library: Pick<Auth0Client, 'getTokenSilently'>,
): (options: { fresh: boolean }) => Promise<string> {
  let last: string | undefined;
  return async ({ fresh }) => {
    const refused = fresh ? last : undefined;
    let token: string | undefined;
    for (let asked = 0; asked < maxRenewals; asked += 1) {
      token = await library.getTokenSilently({ cacheMode: fresh ? 'off' : 'on' });
      if (token === undefined || token !== refused) break;
    }
    if (token === undefined) throw new Error('The identity library has no token.');
    last = token;
    return token;
  };
}
