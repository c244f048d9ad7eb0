/** For tests only: a sign-in service that only publishes its key, and tokens signed with it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { claims } from '@kindling/contract/constants';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

export interface TokenIssuer {
  /** Origin, without a slash at the end; the `iss` of its tokens has one. */
  url: string;
  publicKey: CryptoKey;
  /** An access token for `sub`; `header` and `payload` replace or (with undefined) remove single fields. */
  sign(
    who: { sub: string; email: string },
    changes?: {
      header?: Partial<JWTHeaderParameters>;
      payload?: Record<string, unknown>;
      key?: CryptoKey | Uint8Array;
    },
  ): Promise<string>;
  close(): Promise<void>;
}

/** One pair for all tests of a process, because making one takes longer than most tests. */
const keyPair = generateKeyPair('RS256', { extractable: true });

export async function startTokenIssuer(audience: string): Promise<TokenIssuer> {
  const { publicKey, privateKey } = await keyPair;
  const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'test', alg: 'RS256', use: 'sig' }] };
  const server = createServer((request, response) => {
    const known = request.url === '/.well-known/jwks.json';
    response
      .writeHead(known ? 200 : 404, { 'content-type': 'application/json' })
      .end(known ? JSON.stringify(jwks) : '{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    publicKey,
    sign({ sub, email }, { header = {}, payload = {}, key = privateKey } = {}) {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({
        iss: `${url}/`,
        aud: audience,
        sub,
        iat: now,
        exp: now + 600,
        [claims.email]: email,
        [claims.emailVerified]: true,
        ...payload,
      })
        .setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'at+jwt', ...header })
        .sign(key);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
