/** Tests unpublishing: what stays, what the public addresses answer, and that no refresh brings the embed back. */
import type { Embed } from '@kindling/contract/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { untilLocksWait } from '../../testing/lock-waits.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from './publish.ts';
import { lockEmbed } from './queries.ts';

/** The endings of the public addresses. */
const endings = ['', '.js', '.json', '.html', '.jsonld', '.svg', '.png', '@2x.png'];

describe.each(featureModes)('unpublishing an embed, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('offline@example.com');
  });
  afterAll(() => app.close());

  const ask = async (method: string, path: string, body?: object): Promise<Embed> => {
    const answer = await user.call(method, path, body);
    expect(answer.status, answer.text).toBeLessThan(300);
    return (answer.json as { embed: Embed }).embed;
  };
  const settled = () => app.services.embeds.store.settled();
  const publish = async ({ id }: Pick<Embed, 'id'>) => {
    const embed = await ask('POST', `/embeds/${id}/publish`);
    await settled();
    return embed;
  };
  const publishNew = async (name: string) => publish(await ask('POST', '/embeds', { kind: 'widget', name }));
  const unpublish = ({ id }: Pick<Embed, 'id'>) => ask('POST', `/embeds/${id}/unpublish`);

  const shownAt = async (url: string) => {
    const { status, text, headers } = await app.request({ method: 'GET', url });
    return { status, text, headers: { ...headers, date: undefined } };
  };
  const statusOf = async ({ code }: Embed) => (await shownAt(`/e/${code}`)).status;

  const stored = ({ id }: Embed) =>
    inTenant(app.services.db, user.accountId, async (trx) => ({
      snapshots: await trx.selectFrom('snapshots').select('hash').where('embed_id', '=', id).execute(),
      audited: (
        await trx
          .selectFrom('audit_entries')
          .select(['action', 'user_id'])
          .where('target', '=', id)
          .where('action', '=', 'embed.unpublished')
          .execute()
      ).map(({ user_id }) => user_id),
    }));

  test('keeps the draft with its changes, and publishing again uses the same code', async () => {
    const published = await publishNew('Summer');
    const settings = { ...published.settings, minimumRating: 4 };
    await ask('PUT', `/embeds/${published.id}`, { name: 'Summer', settings });
    const offline = await unpublish(published);
    expect(offline).toMatchObject({
      code: published.code,
      name: 'Summer',
      settings,
      publishedAt: null,
      published: null,
      changed: true,
      reserve: null,
      snippets: null,
    });
    expect(await ask('GET', `/embeds/${published.id}`)).toEqual(offline);
    expect(await stored(published)).toEqual({ snapshots: [], audited: [user.userId] });
    expect(await statusOf(published)).toBe(404);

    const again = await publish(published);
    expect(again).toMatchObject({ code: published.code, changed: false, published: settings });
    expect(again.snippets?.script).toBe(published.snippets?.script);
    const { status, text } = await shownAt(`/e/${published.code}.json`);
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ disclosure: { minimumRating: 4 } });
  });

  test('makes every public address answer as for a deleted embed', async () => {
    const [offline, deleted] = [await publishNew('Offline'), await publishNew('Deleted')];
    await unpublish(offline);
    await user.call('DELETE', `/embeds/${deleted.id}`);
    for (const ending of endings)
      for (const before of ['/e/', '/e/some-hash/']) {
        const [one, other] = [
          await shownAt(`${before}${offline.code}${ending}`),
          await shownAt(`${before}${deleted.code}${ending}`),
        ];
        expect.soft(one, before + ending).toEqual(other);
        expect.soft(one.status, before + ending).toBe(ending === '.js' ? 200 : 404);
      }
    const oembed = (code: string) =>
      app.request({
        method: 'GET',
        url: `/oembed?url=${encodeURIComponent(`http://kindling.test/e/${code}`)}`,
      });
    expect((await oembed(offline.code)).status).toBe((await oembed(deleted.code)).status);
  });

  test('is recorded once if repeated, and does not find unknown embeds or those of other accounts', async () => {
    const embed = await publishNew('Twice');
    const first = await unpublish(embed);
    expect(await unpublish(embed)).toEqual(first);
    expect((await stored(embed)).audited).toHaveLength(1);
    const draft = await ask('POST', '/embeds', { kind: 'badge', name: 'Never published' });
    expect(await unpublish(draft)).toEqual(draft);
    expect((await stored(draft)).audited).toEqual([]);

    expect((await user.call('POST', `/embeds/${newId()}/unpublish`)).status).toBe(404);
    const shown = await publishNew('Mine');
    const stranger = await app.signIn(`stranger-${mode}@example.com`);
    expect((await stranger.call('POST', `/embeds/${shown.id}/unpublish`)).status).toBe(404);
    expect(await statusOf(shown)).toBe(200);
  });

  /**
   * Starts both so that the second waits for the first. The embedded database has one session and runs them one after the
   * other; on PostgreSQL both wait for the row lock, in this order.
   */
  async function runConcurrently(
    embed: Embed,
    first: () => Promise<unknown>,
    second: () => Promise<unknown>,
  ) {
    const { db } = app.services;
    if (mode === 'embedded') {
      await Promise.all([first(), second()]);
      return;
    }
    let both: Promise<unknown> = Promise.resolve();
    await inTenant(db, user.accountId, async (trx) => {
      await lockEmbed(trx, user.accountId, embed.id);
      const one = first();
      await untilLocksWait(db, 1);
      both = Promise.all([one, second()]);
      await untilLocksWait(db, 2);
    });
    await both;
  }

  test.each(['before', 'after'])('is not undone by a refresh that comes just %s it', async (order) => {
    const { embeds } = app.services;
    const embed = await publishNew(`Raced ${order}`);
    const refresh = () => refreshEmbeds(embeds, user.accountId);
    const offline = () => unpublish(embed);
    await (order === 'before'
      ? runConcurrently(embed, refresh, offline)
      : runConcurrently(embed, offline, refresh));
    expect((await stored(embed)).snapshots).toEqual([]);
    await settled();
    // As the timer of every web process on PostgreSQL does; the embedded database needs no such timer.
    if (mode === 'postgres') await embeds.store.revalidate();
    expect(await statusOf(embed)).toBe(404);
    await refreshEmbeds(embeds, user.accountId);
    await settled();
    expect(await statusOf(embed)).toBe(404);
  });
});
