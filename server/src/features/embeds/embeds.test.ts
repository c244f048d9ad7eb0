import { languages } from '@kindling/contract/constants';
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { renderEmbed } from '@kindling/guest/embed/render/render-embed';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlatformReview } from '../../connectors/connector.ts';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, type ConnectedListing, connectListings, markReviews } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { refreshEmbeds } from './publish.ts';
import { makeSnapshot } from './snapshot.ts';

const defaults = embedSettingsSchema.parse({});

describe.each(featureModes)('embeds, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  const stored: { review: PlatformReview; listing: ConnectedListing; hidden: boolean }[] = [];
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('widgets@example.com');
    app.platforms.google.listings = [aPlatformListing('one'), aPlatformListing('two')];
    const google = await connectListings(app, user, 'google');
    const facebook = await connectListings(app, user, 'facebook');
    for (const listing of [...google.listings, ...facebook.listings]) {
      const stars = listing.platform === 'google';
      const reviews = Array.from({ length: 20 }, (_, index) =>
        aReview({
          externalId: `${listing.externalId}-${index}`,
          rating: stars ? (index % 5) + 1 : null,
          recommendation: stars ? null : 'positive',
          text: index % 3 === 0 ? null : `Words ${index}`,
        }),
      );
      await addReviews(app, user, listing, reviews);
      const mark = (wanted: (index: number) => boolean) =>
        reviews.filter((_, index) => wanted(index)).map((review) => review.externalId);
      await markReviews(
        app,
        user,
        mark((index) => index % 7 === 0),
        'hidden_at',
      );
      await markReviews(
        app,
        user,
        mark((index) => index % 9 === 1),
        'removed_at',
      );
      for (const [index, review] of reviews.entries())
        if (index % 9 !== 1) stored.push({ review, listing, hidden: index % 7 === 0 });
    }
  });
  afterAll(() => app.close());

  const embedOf = (answer: { json: unknown }) => (answer.json as { embed: Embed }).embed;
  const create = (name: string, settings?: EmbedSettings) =>
    user.call('POST', '/embeds', { kind: 'widget', name, ...(settings === undefined ? {} : { settings }) });

  test('starts in the language of its owner, who can choose another', async () => {
    const made = await user.call('POST', '/embeds', { kind: 'badge', name: 'Foot', language: 'sr' });
    expect(embedOf(made).settings).toEqual({ ...defaults, layout: 'badge-card', language: 'sr' });
    const strange = await user.call('POST', '/embeds', { kind: 'badge', name: 'Foot', language: 'tlh' });
    expect(strange.status).toBe(400);
  });

  test('goes from draft to published, changed, published again and removed', async () => {
    const made = await create('  Front page ');
    expect(made.status).toBe(201);
    const draft = embedOf(made);
    expect(draft).toMatchObject({
      name: 'Front page',
      settings: { ...defaults, layout: 'carousel', clampLines: 4 },
      publishedAt: null,
      changed: true,
      snippets: null,
      reserve: null,
    });
    expect(draft.code).toMatch(/^[2-9a-z]{10}$/);
    const address = `/e/${draft.code}.json`;
    expect((await app.request({ method: 'GET', url: address })).status).toBe(404);

    const published = embedOf(await user.call('POST', `/embeds/${draft.id}/publish`));
    expect(published).toMatchObject({ changed: false, publishedAt: expect.any(String) });
    expect(published.snippets?.script).toContain(`/e/${draft.code}.js`);
    await app.services.embeds.store.settled();
    const first = await app.request({ method: 'GET', url: address });
    expect(first.json).toMatchObject({ disclosure: { minimumRating: 1 } });

    const settings = { ...defaults, minimumRating: 5 };
    const changed = embedOf(await user.call('PUT', `/embeds/${draft.id}`, { name: 'Five stars', settings }));
    expect(changed).toMatchObject({ name: 'Five stars', changed: true, settings: { minimumRating: 5 } });
    expect((await app.request({ method: 'GET', url: address })).text).toBe(first.text);

    await user.call('POST', `/embeds/${draft.id}/publish`);
    await app.services.embeds.store.settled();
    expect((await app.request({ method: 'GET', url: address })).json).toMatchObject({
      disclosure: { minimumRating: 5 },
    });

    expect((await user.call('DELETE', `/embeds/${draft.id}`)).json).toEqual({ ok: true });
    expect((await app.request({ method: 'GET', url: address })).status).toBe(404);
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/publish'],
      ['DELETE', ''],
    ] as const)
      expect.soft((await user.call(method, `/embeds/${draft.id}${path}`)).status).toBe(404);
  });

  test('names may repeat, codes are unique, and lists are by kind, newest first', async () => {
    const [one, two] = [embedOf(await create('Same name')), embedOf(await create('Same name'))];
    expect(one.code).not.toBe(two.code);
    const badge = embedOf(await user.call('POST', '/embeds', { kind: 'badge', name: 'Badge' }));
    const { embeds } = (await user.call('GET', '/embeds?kind=widget')).json as { embeds: Embed[] };
    expect(embeds.map((embed) => embed.id).slice(0, 2)).toEqual([two.id, one.id]);
    expect(embeds.map((embed) => embed.id)).not.toContain(badge.id);
  });

  test('a wildcard below a public suffix is refused when an embed is created or saved', async () => {
    const widget = embedOf(await create('Sites'));
    const settings = { ...defaults, allowedSites: ['bakery.com', '*.co.uk'] };
    for (const answer of [
      await user.call('POST', '/embeds', { kind: 'widget', name: 'Other', settings }),
      await user.call('PUT', `/embeds/${widget.id}`, { name: 'Other', settings }),
    ])
      expect.soft(answer).toMatchObject({
        status: 400,
        json: { code: 'invalid-input', fields: [{ path: 'settings.allowedSites.1' }] },
      });
  });

  test('every request refuses a widget layout for a badge and a badge layout for a widget', async () => {
    const badge = embedOf(await user.call('POST', '/embeds', { kind: 'badge', name: 'Card' }));
    expect(badge.settings.layout).toBe('badge-card');
    const widget = embedOf(await create('Row'));
    expect(widget.settings.layout).toBe('carousel');
    for (const [kind, id, layout] of [
      ['badge', badge.id, 'list'],
      ['widget', widget.id, 'badge-line'],
    ] as const) {
      const settings = { ...defaults, layout };
      const refused = {
        status: 400,
        json: { code: 'invalid-input', fields: [{ path: 'settings.layout' }] },
      };
      const responses = [
        await user.call('POST', '/embeds', { kind, name: 'Other', settings }),
        await user.call('PUT', `/embeds/${id}`, { name: 'Other', settings }),
        await user.call('POST', `/embeds/${id}/preview`, { settings }),
      ];
      for (const answer of responses) expect.soft(answer).toMatchObject(refused);
    }
    const saved = await user.call('PUT', `/embeds/${badge.id}`, {
      name: 'Line',
      settings: { ...defaults, layout: 'badge-line' },
    });
    expect(embedOf(saved).settings.layout).toBe('badge-line');
  });

  test('a badge shows the figures of every source, no reviews, and counts omitted sources and locations', async () => {
    const [first] = stored;
    if (first === undefined) throw new Error('Nothing stored');
    const total = stored.length;
    const shownBy = async (chosen: object) => {
      const settings = embedSettingsSchema.parse({ layout: 'badge-sources', ...chosen });
      const snapshot = await inTenant(app.services.db, user.accountId, (trx) =>
        makeSnapshot(trx, user.accountId, { code: 'aaaaaaaaaa', settings }, app.services.embeds.brand),
      );
      return { ...snapshot, sources: snapshot.figures.map(({ source }) => source).sort() };
    };
    // Filters for reviews have no effect: the platform's figure counts all reviews.
    const all = await shownBy({ minimumRating: 5, withTextOnly: true, limit: 1, showHeader: false });
    expect(all).toMatchObject({ sources: ['facebook', 'google'], reviews: [] });
    expect(all.disclosure).toEqual({ shown: total, total, omitted: [], minimumRating: 1 });

    const google = stored.filter(({ listing }) => listing.platform === 'google').length;
    const one = await shownBy({ sources: ['google'] });
    expect(one.sources).toEqual(['google']);
    expect(one.disclosure).toEqual({
      shown: google,
      total,
      omitted: [{ reason: 'source', count: total - google }],
      minimumRating: 1,
    });

    const { locationId } = first.listing;
    const here = stored.filter(({ listing }) => listing.locationId === locationId).length;
    const place = await shownBy({ locationIds: [locationId] });
    expect(place.disclosure).toMatchObject({
      shown: here,
      omitted: [{ reason: 'location', count: total - here }],
    });
  });

  test('a preview equals the published rendering, stores nothing and publishes nothing', async () => {
    const draft = embedOf(await create('Preview'));
    const settings = { ...defaults, accent: '#123456', limit: 3 };
    const preview = (await user.call('POST', `/embeds/${draft.id}/preview`, { settings })).json as {
      html: string;
    };
    const snapshot = await inTenant(app.services.db, user.accountId, (trx) =>
      makeSnapshot(trx, user.accountId, { code: draft.code, settings }, app.services.embeds.brand),
    );
    expect(preview.html).toContain(renderEmbed(snapshot).html);
    expect(embedOf(await user.call('GET', `/embeds/${draft.id}`))).toEqual(draft);
    expect((await app.request({ method: 'GET', url: `/e/${draft.code}.json` })).status).toBe(404);
  });

  test('for any settings, shown and omitted reviews add up to the total, which the page shows', async () => {
    const places = [...new Set(stored.map((one) => one.listing.locationId))];
    const choice = fc.record({
      sources: fc.subarray(['google', 'facebook', 'import'] as const),
      locationIds: fc.subarray(places),
      minimumRating: fc.integer({ min: 1, max: 5 }),
      withTextOnly: fc.boolean(),
      order: fc.constantFrom('newest', 'highest'),
      limit: fc.integer({ min: 1, max: 50 }),
      language: fc.constantFrom(...languages),
      showHeader: fc.boolean(),
      showReplies: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(choice, async (chosen) => {
        const settings = embedSettingsSchema.parse(chosen);
        const snapshot = await inTenant(app.services.db, user.accountId, (trx) =>
          makeSnapshot(trx, user.accountId, { code: 'aaaaaaaaaa', settings }, app.services.embeds.brand),
        );
        const eligible = stored.filter(
          ({ review, listing, hidden }) =>
            !hidden &&
            (settings.sources.length === 0 || settings.sources.includes(listing.platform)) &&
            (settings.locationIds.length === 0 || settings.locationIds.includes(listing.locationId)) &&
            (review.rating === null || review.rating >= settings.minimumRating) &&
            (!settings.withTextOnly || review.text !== null),
        );
        const { shown, total, omitted } = snapshot.disclosure;
        expect(snapshot.reviews).toHaveLength(shown);
        expect(shown).toBe(Math.min(settings.limit, eligible.length));
        expect(total).toBe(stored.length);
        expect(shown + omitted.reduce((sum, { count }) => sum + count, 0)).toBe(total);
        if (omitted.length === 0) return;
        // The text contains the numbers in every language, and no setting removes the line.
        const { html } = renderEmbed(snapshot);
        const visible = html.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]+>/g, ' ');
        expect(visible).toMatch(new RegExp(`(?<!\\d)${total}(?!\\d)`));
        if (shown > 0) expect(visible).toMatch(new RegExp(`(?<!\\d)${shown}(?!\\d)`));
      }),
      { numRuns: 60 },
    );
  });

  test('a refresh updates published embeds and leaves drafts alone', async () => {
    const shown = embedOf(await create('Shown', { ...defaults, limit: 50 }));
    const draft = embedOf(await create('Draft'));
    await user.call('POST', `/embeds/${shown.id}/publish`);
    const [one] = stored;
    if (one === undefined) throw new Error('Nothing stored');
    await addReviews(app, user, one.listing, [
      aReview({ externalId: 'fresh', text: 'Hot from the oven', writtenAt: new Date() }),
    ]);
    stored.push({
      review: aReview({ externalId: 'fresh', text: 'Hot from the oven' }),
      listing: one.listing,
      hidden: false,
    });
    await refreshEmbeds(app.services.embeds, user.accountId);
    await app.services.embeds.store.settled();
    expect((await app.request({ method: 'GET', url: `/e/${shown.code}` })).text).toContain(
      'Hot from the oven',
    );
    expect((await app.request({ method: 'GET', url: `/e/${draft.code}` })).status).toBe(404);
  });

  test('a refresh updates every published embed of an account with more than one batch', async () => {
    const other = await app.signIn(`many-${mode}@example.com`);
    const codes: string[] = [];
    for (let count = 0; count < 23; count += 1) {
      const made = embedOf(await other.call('POST', '/embeds', { kind: 'widget', name: `Number ${count}` }));
      await other.call('POST', `/embeds/${made.id}/publish`);
      codes.push(made.code);
    }
    const { listings } = await connectListings(app, other);
    const [listing] = listings;
    if (listing === undefined) throw new Error('No listing');
    await addReviews(app, other, listing, [aReview({ text: 'Seen by all' })]);
    await refreshEmbeds(app.services.embeds, other.accountId);
    await app.services.embeds.store.settled();
    for (const code of codes) {
      const { text } = await app.request({ method: 'GET', url: `/e/${code}.json` });
      expect.soft(text, code).toContain('Seen by all');
    }
  });

  // Only on PostgreSQL: the embedded database has one session, so two transactions cannot overlap.
  if (mode === 'postgres')
    test('a refresh never restores settings that were replaced meanwhile', async () => {
      const { db, embeds } = app.services;
      const made = embedOf(await create('Raced', { ...defaults, limit: 5 }));
      await user.call('POST', `/embeds/${made.id}/publish`);
      let refreshing = Promise.resolve();
      let ended = false;
      await inTenant(db, user.accountId, async (trx) => {
        // New settings are published in this transaction, which is not committed yet.
        await trx
          .updateTable('embeds')
          .set({ published: JSON.stringify({ ...defaults, limit: 7 }) })
          .where('id', '=', made.id)
          .execute();
        refreshing = refreshEmbeds(embeds, user.accountId).finally(() => {
          ended = true;
        });
        await eventually(async () => {
          const { rows } = await db.pool.query<{ waiting: number }>(
            'select count(*)::int as waiting from pg_locks where not granted',
          );
          expect(ended || (rows[0]?.waiting ?? 0) > 0).toBe(true);
        });
      });
      await refreshing;
      const [row] = await inTenant(
        db,
        user.accountId,
        async (trx) =>
          (
            await sql<{ limit: number }>`select (content->'settings'->>'limit')::int as limit
            from snapshots where code = ${made.code}`.execute(trx)
          ).rows,
      );
      expect(row?.limit).toBe(7);
    });
});
