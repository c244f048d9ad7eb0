import type { Auth0Client } from '@auth0/auth0-spa-js';

/** Renewals after which an unchanged token is accepted. */
const maxRenewals = 3;

/**
 * Gets the access token: the cached one, or with `fresh` a new one after the last was refused. The library gives
 * concurrent callers one answer, so a new token may need another renewal.
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
