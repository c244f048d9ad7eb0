/** Tests embeds of an account whose plan ends and starts again, on both databases. */
import type { Embed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { findAccountsToLapse } from './lapse.ts';
import { refreshEmbeds } from './publish.ts';

describe.each(featureModes)('a plan that ended, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let listing: ConnectedListing;
  let embed: Embed;

  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
    user = await app.signIn('lapsed@example.com');
    const [first] = (await connectListings(app, user, 'google')).listings;
    if (first === undefined) throw new Error('No listing');
    listing = first;
    await addReviews(app, user, listing, [aReview({ text: 'Lovely bread' })]);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('listings').set({ maps_url: 'https://maps.google.com/?cid=7' }).execute(),
    );
    const made = (await user.call('POST', '/embeds', { kind: 'widget', name: 'Home' })).json as {
      embed: Embed;
    };
    embed = ((await user.call('POST', `/embeds/${made.embed.id}/publish`)).json as { embed: Embed }).embed;
  });
  afterAll(() => app.close());

  async function planEnded(daysAgo: number | null, accountId = user.accountId): Promise<void> {
    const at = daysAgo === null ? null : new Date(Date.now() - daysAgo * 86_400_000);
    await inSystem(app.services.db, (trx) =>
      trx.updateTable('accounts').set({ plan_ends_at: at }).where('id', '=', accountId).execute(),
    );
  }
  async function lapsing(pageSize?: number): Promise<string[]> {
    const ids: string[] = [];
    for await (const id of findAccountsToLapse(app.services, pageSize)) ids.push(id);
    return ids;
  }
  async function refresh(): Promise<void> {
    await refreshEmbeds(app.services.embeds, user.accountId);
    await app.services.embeds.store.settled();
  }
  const ask = async (path: string) => {
    const answer = await app.web.inject({ url: `/e/${embed.code}${path}` });
    return { status: answer.statusCode, text: answer.body };
  };

  test('embeds stay for two weeks, then become plain links, and come back with the plan', async () => {
    await planEnded(13);
    expect(await lapsing()).toEqual([]);
    await refresh();
    expect((await ask('.js')).text).toContain('Lovely bread');

    await planEnded(15);
    // More accounts without a plan than fit a page; they have no embeds.
    for (const name of ['first', 'second', 'third']) {
      const { accountId } = await app.signIn(`${name}@example.com`);
      await planEnded(15, accountId);
    }
    for (const pageSize of [1, 2, undefined]) expect(await lapsing(pageSize)).toEqual([user.accountId]);
    await refresh();
    expect(await lapsing()).toEqual([]);
    for (const path of ['.js', '.json', '.html']) {
      const { status, text } = await ask(path);
      expect(status, path).toBe(200);
      expect(text).not.toContain('Lovely bread');
      expect(text).toContain('https://maps.google.com/?cid=7');
    }
    expect((await ask('.svg')).status).toBe(404);
    // The preview of the owner shows the embed with a plan, not the plain links.
    const preview = await user.call('POST', `/embeds/${embed.id}/preview`, { settings: embed.settings });
    expect(JSON.stringify(preview.json)).toContain('Lovely bread');

    await planEnded(null);
    await refresh();
    expect((await ask('.js')).text).toContain('Lovely bread');
    expect(await lapsing()).toEqual([]);
  });
});
