/** Tests refreshes of one account that two workers run at the same time: the newest data wins. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshBatchSize, refreshEmbeds } from './publish.ts';
import { insertEmbed, publishDraft } from './queries.ts';

describe.each(featureModes)('two refreshes at once, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('refreshes@example.com');
    const { accountId } = user;
    const draft = embedSettingsSchema.parse({});
    await inTenant(app.services.db, accountId, async (trx) => {
      for (let at = 0; at <= refreshBatchSize; at += 1) {
        const id = newId();
        await insertEmbed(trx, accountId, {
          id,
          code: newPublicCode(),
          kind: 'widget',
          name: `W${at}`,
          draft,
        });
        await publishDraft(trx, accountId, id);
      }
    });
  });
  afterAll(() => app.close());

  /** The number of embeds by the business name that they show. */
  async function shownNames(): Promise<Record<string, number>> {
    const rows = await inTenant(app.services.db, user.accountId, (trx) =>
      trx.selectFrom('snapshots').select('content').execute(),
    );
    const names: Record<string, number> = {};
    for (const { content } of rows) {
      const { businessName } = content as { businessName: string };
      names[businessName] = (names[businessName] ?? 0) + 1;
    }
    return names;
  }

  test('a refresh that started before a change and ends after another refresh writes no old data', async () => {
    const { embeds } = app.services;
    const { pool } = embeds.db;
    const paused = Promise.withResolvers<void>();
    const resume = Promise.withResolvers<void>();
    let transactions = 0;
    const connect = async () => {
      transactions += 1;
      if (transactions === 2) {
        paused.resolve();
        await resume.promise;
      }
      return pool.connect();
    };
    const slow = new Proxy(pool, {
      get: (target, key) => (key === 'connect' ? connect : Reflect.get(target, key)),
    });
    const earlier = refreshEmbeds({ ...embeds, db: { ...embeds.db, pool: slow } }, user.accountId);
    await paused.promise;

    const { businesses } = (await user.call('GET', '/businesses')).json as { businesses: { id: string }[] };
    const renamed = { name: 'The new name', website: null };
    expect((await user.call('PUT', `/businesses/${businesses[0]?.id}`, renamed)).status).toBe(200);
    await refreshEmbeds(embeds, user.accountId);
    expect(await shownNames()).toEqual({ 'The new name': refreshBatchSize + 1 });

    resume.resolve();
    await earlier;
    expect(await shownNames()).toEqual({ 'The new name': refreshBatchSize + 1 });
  });
});
