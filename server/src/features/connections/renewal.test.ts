/** Renewal of tokens by concurrent callers in several processes, with refresh tokens that work once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Connector, ConnectorFailure, type Tokens } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { createSecretBox } from '../../lib/secret-box.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createTokenStore, openTokens, sealContext, sealTokens } from './tokens.ts';

const box = createSecretBox(['a secret that is long enough for a test'], 'stored-secrets');

describe.each(featureModes)('renewing tokens, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let connectionId: string;
  let renewals: number;
  let people = 0;

  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    renewals = 0;
    user = await app.signIn(`renewer${people}@example.com`);
    ({ connectionId } = await connectListings(app, user));
    await store({ accessToken: 'a0', refreshToken: 'r0', expiresAt: new Date(0), scopes: [] });
  });

  const context = () => sealContext(user.accountId, connectionId);
  function store(tokens: Tokens): Promise<unknown> {
    return inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('connections')
        .set({ sealed_tokens: sealTokens(box, tokens, context()) })
        .where('id', '=', connectionId)
        .execute(),
    );
  }
  async function stored(): Promise<Tokens> {
    const row = await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .selectFrom('connections')
        .select('sealed_tokens')
        .where('id', '=', connectionId)
        .executeTakeFirstOrThrow(),
    );
    return openTokens(box, row.sealed_tokens, context());
  }

  /** Each refresh token works for one renewal; a second use ends the grant, as at Google and others. */
  function rotating(): Connector {
    let alive = 'r0';
    return {
      ...app.platforms.google,
      async refresh(tokens) {
        if (tokens.refreshToken !== alive) throw new ConnectorFailure('reauthorize', 'used twice');
        renewals += 1;
        const next = { refreshToken: `r${renewals}`, accessToken: `a${renewals}` };
        alive = next.refreshToken;
        await Promise.resolve();
        return { ...tokens, ...next, expiresAt: new Date(Date.now() + 3_600_000) };
      },
    };
  }

  test('refresh-race, refresh-rotates: twenty callers in two processes make one renewal', async () => {
    const connector = rotating();
    const keepers = [createTokenStore(app.services.db, box), createTokenStore(app.services.db, box)];
    const used = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        keepers[index % 2]?.withTokens(connector, user.accountId, connectionId, (tokens) =>
          Promise.resolve(tokens.accessToken),
        ),
      ),
    );
    expect(used).toEqual(Array(20).fill('a1'));
    expect(renewals).toBe(1);
    expect((await stored()).refreshToken).toBe('r1');
  });

  test('when a process dies during the renewal, another one takes over after its lease', async () => {
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('connections')
        .set({ refresh_lease_until: new Date(Date.now() - 1000) })
        .where('id', '=', connectionId)
        .execute(),
    );
    const keeper = createTokenStore(app.services.db, box);
    const connector = rotating();
    const token = await keeper.withTokens(connector, user.accountId, connectionId, ({ accessToken }) =>
      Promise.resolve(accessToken),
    );
    expect([token, renewals]).toEqual(['a1', 1]);
  });

  test('after a failed renewal the next caller can renew', async () => {
    const keeper = createTokenStore(app.services.db, box);
    const down: Connector = {
      ...app.platforms.google,
      refresh: () => Promise.reject(new ConnectorFailure('retry-after', 'down')),
    };
    const use = (connector: Connector) =>
      keeper.withTokens(connector, user.accountId, connectionId, ({ accessToken }) =>
        Promise.resolve(accessToken),
      );
    await expect(use(down)).rejects.toMatchObject({ kind: 'retry-after' });
    expect(await use(rotating())).toBe('a1');
  });
});
