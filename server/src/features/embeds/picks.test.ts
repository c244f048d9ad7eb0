/** Picks and tags of embeds: what may be chosen, what the editor is told, and what becomes of them. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed, EmbedPick, Snapshot } from '@kindling/contract/embeds';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { sendRequest } from '../../testing/api-requests.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

describe.each(featureModes)('picked reviews and tags of embeds, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let member: TestUser;
  let own: ConnectedListing;
  let other: ConnectedListing;
  const idOf = new Map<string, string>();
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('owner@example.com');
    app.platforms.google.listings = [aPlatformListing('other'), aPlatformListing('own')];
    const { listings } = await connectListings(app, owner, 'google');
    [other, own] = listings as [ConnectedListing, ConnectedListing];
    for (const listing of [own, other])
      await addReviews(
        app,
        owner,
        listing,
        [1, 2, 3, 4, 5].map((rating) =>
          aReview({ externalId: `${listing.externalId}-${rating}`, rating, text: `Text ${rating}` }),
        ),
      );
    const rows = await run((trx) => trx.selectFrom('reviews').select(['id', 'external_id']).execute());
    for (const { id, external_id } of rows) idOf.set(external_id, id);
    // The subscriber starts here.
    await deliver();
    member = await addTeamMember(app, owner, 'member@example.com', {
      role: 'manager',
      locationIds: [own.locationId],
    });
  });
  afterAll(() => app.close());

  const run = <T>(work: Parameters<typeof inTenant<T>>[2]) =>
    inTenant(app.services.db, owner.accountId, work);
  const deliver = () => deliverAllEvents(app.services, owner.accountId);
  const review = (name: string) => idOf.get(name) ?? '';
  const change = (name: string, set: Record<string, unknown>) =>
    run((trx) => trx.updateTable('reviews').set(set).where('id', '=', review(name)).execute());
  const settingsOf = (changes: Partial<EmbedSettings>) => embedSettingsSchema.parse(changes);

  async function call(user: TestUser, method: string, path: string, body?: Record<string, unknown>) {
    const answer = await sendRequest(
      app,
      body === undefined ? { method, path } : { method, path, body },
      user.token,
    );
    return { ...answer, embed: (answer.json as { embed: Embed }).embed };
  }
  const create = (settings: EmbedSettings, user = owner) =>
    call(user, 'POST', '/embeds', { kind: 'widget', name: 'Picked', settings });
  async function publish(settings: EmbedSettings): Promise<Embed> {
    const { embed } = await create(settings);
    const published = await call(owner, 'POST', `/embeds/${embed.id}/publish`);
    expect(published.status).toBe(200);
    return published.embed;
  }
  async function shown(embed: Embed): Promise<Snapshot> {
    await app.services.embeds.store.settled();
    return (await app.request({ method: 'GET', url: `/e/${embed.code}.json` })).json as Snapshot;
  }
  const textsOf = (snapshot: Snapshot) => snapshot.reviews.map(({ text }) => text);

  test('stand first in their order, and are counted for visitors', async () => {
    const embed = await publish(
      settingsOf({ pickedIds: [review('own-1'), review('other-3')], minimumRating: 5, limit: 1 }),
    );
    const snapshot = await shown(embed);
    expect(textsOf(snapshot)).toEqual(['Text 1', 'Text 3', 'Text 5']);
    expect(snapshot.disclosure).toMatchObject({
      shown: 3,
      total: 10,
      picked: 2,
      omitted: [
        { reason: 'rating', count: 6 },
        { reason: 'limit', count: 1 },
      ],
    });
    const { text } = await app.request({ method: 'GET', url: `/e/${embed.code}` });
    expect(text).toContain('2 chosen by the business');
  });

  test('alone, until none of them can be shown any more', async () => {
    const embed = await publish(settingsOf({ pickedIds: [review('own-2')], pickedOnly: true }));
    expect(await shown(embed)).toMatchObject({
      reviews: [{ text: 'Text 2' }],
      disclosure: { omitted: [{ reason: 'not-picked', count: 9 }] },
    });
    await change('own-2', { removed_at: new Date() });
    await deliver();
    const without = await shown(embed);
    expect(without.reviews).toHaveLength(9);
    expect(without.disclosure).toMatchObject({ shown: 9, total: 9, omitted: [] });
    expect(without.disclosure.picked).toBeUndefined();
    await change('own-2', { removed_at: null });
  });

  test('the editor is told what becomes of each', async () => {
    const { embed } = await create(settingsOf({}));
    await change('own-4', { hidden_at: new Date() });
    await change('own-3', { removed_at: new Date() });
    const gone = newId();
    const pickedIds = ['own-5', 'own-4', 'own-3', 'other-5'].map(review);
    const { json } = await call(owner, 'POST', `/embeds/${embed.id}/picks`, {
      pickedIds: [...pickedIds, gone],
      sources: ['google'],
      locationIds: [own.locationId],
    });
    const { picks } = json as { picks: EmbedPick[] };
    // One that does not exist is left out.
    expect(picks.map(({ id }) => id)).toEqual(pickedIds);
    expect(picks.map(({ state }) => state)).toEqual(['shown', 'hidden', 'removed', 'other-location']);
    expect(picks[0]?.review).toMatchObject({ source: 'google', rating: 5, text: 'Text 5' });
    const elsewhere = await call(owner, 'POST', `/embeds/${embed.id}/picks`, {
      pickedIds: [review('own-5')],
      sources: ['facebook'],
      locationIds: [],
    });
    expect(elsewhere.json).toMatchObject({ picks: [{ state: 'other-source' }] });
    await change('own-4', { hidden_at: null });
    await change('own-3', { removed_at: null });
  });

  test('a review that the account does not have is refused, and one that it had does not keep a draft from being saved', async () => {
    const strange = settingsOf({ pickedIds: [newId()] });
    const refused = await create(strange);
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('pickedIds');
    const tooMany = { ...strange, pickedIds: Array.from({ length: 51 }, newId) };
    expect((await create(tooMany)).status).toBe(400);

    const extra = aReview({ externalId: 'extra' });
    await addReviews(app, owner, own, [extra]);
    const [row] = await run((trx) =>
      trx.selectFrom('reviews').select('id').where('external_id', '=', 'extra').execute(),
    );
    const settings = settingsOf({ pickedIds: [row?.id ?? ''] });
    const { embed } = await create(settings);
    await run((trx) => trx.deleteFrom('reviews').where('external_id', '=', 'extra').execute());
    const saved = await call(owner, 'PUT', `/embeds/${embed.id}`, { name: 'Still', settings });
    expect(saved.status).toBe(200);
  });

  test('a limited member neither picks nor reads a review of another location', async () => {
    const locationIds = [own.locationId];
    const allowed = await create(settingsOf({ locationIds, pickedIds: [review('own-1')] }), member);
    expect(allowed.status).toBe(201);
    const path = `/embeds/${allowed.embed.id}`;
    const foreign = settingsOf({ locationIds, pickedIds: [review('other-1')] });
    expect((await create(foreign, member)).status).toBe(400);
    expect((await call(member, 'PUT', path, { name: 'Mine', settings: foreign })).status).toBe(400);
    const { json } = await call(member, 'POST', `${path}/picks`, {
      pickedIds: [review('other-1')],
      sources: [],
      locationIds,
    });
    expect(json).toEqual({ picks: [] });
    const preview = await call(member, 'POST', `${path}/preview`, { settings: foreign });
    expect(preview.json).toMatchObject({ shown: 5, total: 5 });
    // The owner's pick of another location is not shown by an embed of one location, whoever publishes it.
    await call(owner, 'PUT', path, { name: 'Mine', settings: { ...foreign, pickedOnly: true } });
    const published = await call(member, 'POST', `${path}/publish`);
    expect((await shown(published.embed)).disclosure).toMatchObject({ shown: 5, total: 10 });
  });

  test('an embed follows the tags of its reviews, a merged tag, and a deleted one', async () => {
    const tag = async (name: string) =>
      ((await call(owner, 'POST', '/tags', { name })).json as { tag: { id: string } }).tag.id;
    const [garden, terrace] = [await tag('Garden'), await tag('Terrace')];
    const embed = await publish(settingsOf({ tagIds: [garden] }));
    expect((await shown(embed)).disclosure).toMatchObject({
      shown: 0,
      omitted: [{ reason: 'tags', count: 10 }],
    });
    await call(owner, 'PUT', `/reviews/${review('own-5')}/tags`, { add: [garden], remove: [] });
    await deliver();
    expect(textsOf(await shown(embed))).toEqual(['Text 5']);

    await call(owner, 'PUT', `/reviews/${review('other-4')}/tags`, { add: [terrace], remove: [] });
    expect((await call(owner, 'POST', `/tags/${garden}/merge`, { into: terrace })).status).toBe(200);
    // Twice, as events may come.
    await deliver();
    await deliver();
    expect(textsOf(await shown(embed)).sort()).toEqual(['Text 4', 'Text 5']);
    const read = await call(owner, 'GET', `/embeds/${embed.id}`);
    expect([read.embed.settings.tagIds, read.embed.published?.tagIds]).toEqual([[terrace], [terrace]]);

    expect((await call(owner, 'DELETE', `/tags/${terrace}`)).status).toBe(200);
    await deliver();
    expect((await shown(embed)).disclosure).toMatchObject({ shown: 10, total: 10, omitted: [] });
  });

  test('an embed follows the language of its reviews, and shows those without a certain one', async () => {
    const embed = await publish(settingsOf({ reviewLanguages: ['de'], locationIds: [own.locationId] }));
    expect((await shown(embed)).reviews).toHaveLength(5);
    await change('own-1', { language: 'en' });
    await change('own-2', { language: 'de' });
    await deliver();
    expect((await shown(embed)).disclosure).toMatchObject({
      shown: 4,
      omitted: [
        { reason: 'location', count: 5 },
        { reason: 'language', count: 1 },
      ],
    });
  });

  test('changes that no embed can show renew no snapshot', async () => {
    await run((trx) => sql`update embeds set published = null`.execute(trx));
    await run((trx) => trx.deleteFrom('snapshots').execute());
    const embed = await publish(settingsOf({}));
    const madeAt = () =>
      run((trx) =>
        trx
          .selectFrom('snapshots')
          .select('made_at')
          .where('embed_id', '=', embed.id)
          .executeTakeFirstOrThrow(),
      );
    await deliver();
    const before = await madeAt();
    await change('own-1', {
      tag_ids: sql`array[${newId()}]::uuid[]`,
      language: 'fr',
      assignee_id: owner.userId,
    });
    await change('own-2', { language: 'fr' });
    await deliver();
    expect(await madeAt()).toEqual(before);
    await change('own-1', { rating: 2 });
    await deliver();
    expect(await madeAt()).not.toEqual(before);
  });
});
