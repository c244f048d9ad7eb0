/** Pipelines and their public links through the API. */
import type { Funnel, OwnDestination, Pipeline } from '@kindling/contract/pipelines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings, signInWithPlace } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { firstPipeline } from '../../testing/visitor.ts';

describe.each(featureModes)('pipelines, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  const change = (user: TestUser, { id, name, settings, updatedAt }: Pipeline, slug: string) =>
    user.call('PUT', `/pipelines/${id}`, { name, settings, updatedAt, slug });

  test('a public link that stays keeps its id, which pages that are open already send', async () => {
    const { user } = await signInWithPlace(app, 71);
    const [listing] = (await connectListings(app, user)).listings;
    const path = `/locations/${listing?.locationId}/destinations`;
    const idsOf = ({ json }: { json: unknown }) =>
      (json as { destinations: OwnDestination[] }).destinations.map(({ id }) => id);
    const save = async (destinations: unknown[]) => {
      const saved = await user.call('PUT', path, { destinations });
      expect(saved.status, saved.text).toBe(200);
      return idsOf(saved);
    };
    const yelp = { label: 'Yelp', url: 'https://www.yelp.com/writeareview/biz/abc', hidden: false };
    const other = { label: 'Other', url: 'https://www.yelp.com/writeareview/biz/other', hidden: false };
    const google = { listingId: listing?.id, hidden: false };
    const [unordered] = idsOf(await user.call('GET', path));
    const [yelpId, googleId, twinId] = await save([yelp, google, yelp]);
    expect(googleId).toBe(unordered);
    expect(twinId).not.toBe(yelpId);
    const [otherId, ...kept] = await save([other, google, { ...yelp, label: 'Yelp USA' }]);
    expect(kept).toEqual([googleId, yelpId]);
    expect([yelpId, twinId, googleId]).not.toContain(otherId);
  });

  test('the first page of a business with a long name can be saved as it is', async () => {
    const user = await app.signIn('long-name@example.com');
    const made = await user.call('POST', '/businesses', {
      name: 'Bäckerei am Hafen '.repeat(5).slice(0, 80).trim(),
    });
    expect(made.status, made.text).toBe(201);
    const { json } = await user.call('GET', '/pipelines');
    const page = (json as { pipelines: Pipeline[] }).pipelines.find(({ name }) =>
      name.startsWith('Bäckerei'),
    );
    if (page === undefined) throw new Error('The business has no page.');
    expect((await change(user, page, page.slug)).status).toBe(200);
  });

  test('a pipeline of others is not found, also with its own plain link', async () => {
    const [user, other] = [await app.signIn('mine@example.com'), await app.signIn('theirs@example.com')];
    const theirs = await firstPipeline(other);
    for (const id of [theirs.id, newId()])
      expect((await change(user, { ...theirs, id }, theirs.slug)).json).toMatchObject({ code: 'not-found' });
  });

  test('a page keeps ten former plain links, and others can have the oldest one then', async () => {
    const [user, other] = [await app.signIn('former@example.com'), await app.signIn('later@example.com')];
    const page = await firstPipeline(user);
    const { accountId: account_id } = user;
    await inTenant(app.services.db, account_id, (trx) =>
      trx
        .insertInto('former_slugs')
        .values(
          Array.from({ length: 10 }, (_, index) => ({
            account_id,
            slug: `former-${index}`,
            pipeline_id: page.id,
            created_at: new Date(Date.UTC(2026, 0, 1 + index)),
          })),
        )
        .execute(),
    );
    const theirs = await firstPipeline(other);
    expect((await change(other, theirs, 'former-0')).json).toMatchObject({ code: 'slug-taken' });
    expect((await change(user, page, 'newest')).status).toBe(200);
    for (const slug of ['former-1', page.slug])
      expect((await change(other, theirs, slug)).json).toMatchObject({ code: 'slug-taken' });
    expect((await change(other, theirs, 'former-0')).status).toBe(200);
  });

  test('the plain link changes ten times a day, and never to a name that passes for ours', async () => {
    const user = await app.signIn('squatter@example.com');
    for (const slug of ['admin', 'support', 'login', 'kindling', 'api', 'help', 'www'])
      expect((await change(user, await firstPipeline(user), slug)).json).toMatchObject({
        code: 'slug-taken',
      });
    for (let round = 0; round < 10; round += 1)
      expect((await change(user, await firstPipeline(user), `squatted-${round}`)).status).toBe(200);
    const page = await firstPipeline(user);
    const refused = await change(user, page, 'squatted-too-many');
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
    expect((await change(user, { ...page, name: 'Terrace' }, page.slug)).status, 'the name alone').toBe(200);
  });

  test('what deleted codes brought is one sum per kind of door', async () => {
    const user = await app.signIn('funnel@example.com');
    const page = await firstPipeline(user);
    const { accountId: account_id } = user;
    const { codes } = (await user.call('GET', '/codes?kind=qr&days=30')).json as { codes: { id: string }[] };
    const codeId = codes[0]?.id ?? '';
    const doors = [
      { door: 'qr', code_id: codeId, visits: 1 },
      { door: 'qr', code_id: newId(), visits: 2 },
      { door: 'qr', code_id: newId(), visits: 4 },
      { door: 'nfc', code_id: newId(), visits: 8 },
      { door: 'link', visits: 16 },
    ];
    const day = new Date().toISOString().slice(0, 10);
    await inTenant(app.services.db, account_id, (trx) =>
      trx
        .insertInto('door_days')
        .values(doors.map((one) => ({ ...one, account_id, pipeline_id: page.id, day })))
        .execute(),
    );
    const { json } = await user.call('GET', `/pipelines/${page.id}/funnel?days=7`);
    const { funnel } = json as { funnel: Funnel };
    expect(funnel.doors.map((one) => [one.door, one.codeId, one.name, one.visits])).toEqual([
      ['link', null, null, 16],
      ['nfc', null, null, 8],
      ['qr', codeId, page.name, 1],
      ['qr', null, null, 6],
    ]);
    expect(funnel.total.visits).toBe(31);
  });
});
