/** Links to previews: who makes and revokes them, how long they work, and what whoever has one sees. */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { maxPreviewLinks, type PreviewLink, previewLinkDays } from '@kindling/contract/preview-links';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { sendRequest } from '../../testing/api-requests.ts';
import { featureModes } from '../../testing/database.ts';
import { addReviews, type ConnectedListing, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { takeDownEmbed } from '../embeds/index.ts';

const defaults = embedSettingsSchema.parse({});
const hostile = '</script><script>alert(1)</script><img src=x onerror=alert(2)> {{day}}';

describe.each(featureModes)('links to previews, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let own: ConnectedListing;
  let other: ConnectedListing;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('previews@example.com');
    app.platforms.google.listings = [aPlatformListing('own'), aPlatformListing('other')];
    const { listings } = await connectListings(app, user, 'google');
    [own, other] = listings as [ConnectedListing, ConnectedListing];
    await addReviews(app, user, own, [
      aReview({ externalId: 'own-1', text: hostile, authorName: hostile }),
      aReview({ externalId: 'own-2', text: 'Fresh bread' }),
    ]);
    await addReviews(app, user, other, [aReview({ externalId: 'other-1', text: 'Slow service' })]);
  });
  afterAll(() => app.close());

  const newEmbed = async (settings: object = {}, kind = 'widget') => {
    const body = { kind, name: 'For the boss only', settings: { ...defaults, ...settings } };
    return ((await user.call('POST', '/embeds', body)).json as { embed: Embed }).embed;
  };
  const share = async (id: string) => {
    const answer = await user.call('POST', `/embeds/${id}/preview-links`);
    expect(answer.status, answer.text).toBe(201);
    const { link, url } = answer.json as { link: PreviewLink; url: string };
    return { ...link, path: new URL(url).pathname };
  };
  const listed = async (id: string) =>
    ((await user.call('GET', `/embeds/${id}/preview-links`)).json as { links: PreviewLink[] }).links;
  const open = (url: string, language = 'en') =>
    app.web.inject({ url, headers: { 'accept-language': language } });
  const expire = (id: string) =>
    inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('preview_links')
        .set({ expires_at: sql`now() - interval '1 second'` })
        .where('id', '=', id)
        .execute(),
    );
  const expectLost = async (path: string) => {
    for (const url of [path, `${path}/page`]) {
      const answer = await open(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain('This link does not work');
      expect(answer.headers['x-robots-tag']).toContain('noindex');
      expect(answer.headers['cache-control']).toBe('private, no-store');
    }
  };

  test('a link shows the draft to anybody, in the language of the reader, without names of the account', async () => {
    const embed = await newEmbed();
    const { path, createdAt, expiresAt } = await share(embed.id);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(previewLinkDays * 86_400_000);
    const page = await open(path);
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    });
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.body).toContain('<meta name="robots" content="noindex,nofollow">');
    expect(page.body).toContain(`src="${path}/page?theme=light"`);
    expect((await open(path, 'de')).body).toContain('Vorschau');
    const shown = await open(`${path}/page`);
    expect(shown.body).toContain('Fresh bread');
    for (const { body } of [page, shown]) {
      expect(body).not.toContain('For the boss only');
      expect(body).not.toContain('previews@example.com');
      expect(body).not.toContain(user.accountId);
    }
  });

  test('the example page has no origin, runs its own script only, and may open no connection', async () => {
    const { path } = await share((await newEmbed()).id);
    const { headers, body } = await open(`${path}/page?theme=dark`);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src /,
    );
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/);
    expect(policy).not.toContain('connect-src');
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'cache-control': 'private, no-store',
    });
    expect(body).toContain('data-theme="dark"');
    // The text of the review is in the script as data: no element of the page comes from it.
    expect(body.match(/<script>/g)).toHaveLength(1);
    expect(body.match(/<\/script>/g)).toHaveLength(1);
    expect(body.replace(/<script>.*<\/script>/s, '')).not.toContain('<img src=x');
  });

  test('it shows the draft as it is now, and hidden reviews no more', async () => {
    const embed = await newEmbed();
    const { path } = await share(embed.id);
    const settings = { ...defaults, excludeWords: ['fresh'], language: 'fr' };
    await user.call('PUT', `/embeds/${embed.id}`, { name: 'Changed', settings });
    const { body } = await open(`${path}/page`);
    expect(body).not.toContain('Fresh bread');
    expect(body).toContain('<html lang="fr"');
  });

  test('nothing is counted', async () => {
    const embed = await newEmbed();
    const { path } = await share(embed.id);
    for (const url of [path, `${path}/page`]) expect((await open(url)).statusCode).toBe(200);
    await app.services.visits.flush();
    const traffic = await user.call('GET', `/embeds/${embed.id}/traffic?days=30`);
    expect((traffic.json as { totals: { views: number } }).totals.views).toBe(0);
  });

  test('a revoked, expired or unknown link has the page for lost ones, as a deleted or taken down embed has', async () => {
    const embed = await newEmbed();
    const [revoked, expired, live] = [await share(embed.id), await share(embed.id), await share(embed.id)];
    expect((await listed(embed.id)).map(({ id }) => id)).toEqual([live.id, expired.id, revoked.id]);
    expect((await user.call('DELETE', `/embeds/${embed.id}/preview-links/${revoked.id}`)).status).toBe(200);
    await expire(expired.id);
    expect((await listed(embed.id)).map(({ id }) => id)).toEqual([live.id]);
    for (const { id } of [revoked, expired])
      expect((await user.call('DELETE', `/embeds/${embed.id}/preview-links/${id}`)).status).toBe(404);
    for (const path of [
      revoked.path,
      expired.path,
      `/embed-preview/${'A'.repeat(43)}`,
      '/embed-preview/short',
    ])
      await expectLost(path);
    expect((await open(live.path)).statusCode).toBe(200);
    await takeDownEmbed(
      app.services.embeds,
      { accountId: user.accountId, id: embed.id },
      'terms',
      async () => {},
    );
    await expectLost(live.path);
    expect((await user.call('POST', `/embeds/${embed.id}/preview-links`)).json).toMatchObject({
      code: 'taken-down',
    });
    const gone = await newEmbed();
    const { path } = await share(gone.id);
    expect((await user.call('DELETE', `/embeds/${gone.id}`)).status).toBe(200);
    await expectLost(path);
  });

  test('an embed has ten links at a time, and each is in the activity', async () => {
    const embed = await newEmbed();
    const links = [];
    for (let count = 0; count < maxPreviewLinks; count += 1) links.push(await share(embed.id));
    const refused = await user.call('POST', `/embeds/${embed.id}/preview-links`);
    expect(refused).toMatchObject({ status: 409, json: { code: 'limit-reached' } });
    await expire(links[0]?.id ?? '');
    const last = await share(embed.id);
    await user.call('DELETE', `/embeds/${embed.id}/preview-links/${last.id}`);
    const rows = await inTenant(app.services.db, user.accountId, async (trx) => ({
      links: await trx.selectFrom('preview_links').select('id').where('embed_id', '=', embed.id).execute(),
      entries: await trx
        .selectFrom('audit_entries')
        .select('action')
        .where('target', '=', embed.id)
        .where('action', 'in', ['embed.preview-shared', 'embed.preview-revoked'])
        .execute(),
    }));
    // The expired one is deleted.
    expect(rows.links).toHaveLength(maxPreviewLinks - 1);
    expect(rows.entries.map(({ action }) => action).sort()).toEqual([
      'embed.preview-revoked',
      ...Array.from({ length: maxPreviewLinks + 1 }, () => 'embed.preview-shared'),
    ]);
  });

  test('another account neither lists, makes nor revokes them', async () => {
    const embed = await newEmbed();
    const link = await share(embed.id);
    const stranger = await app.signIn('stranger@example.com');
    for (const [method, path] of [
      ['GET', `/embeds/${embed.id}/preview-links`],
      ['POST', `/embeds/${embed.id}/preview-links`],
      ['DELETE', `/embeds/${embed.id}/preview-links/${link.id}`],
    ] as const)
      expect((await stranger.call(method, path)).status, method).toBe(404);
    expect((await open(link.path)).statusCode).toBe(200);
  });

  test('the link of a member who is limited to locations counts those only', async () => {
    const member = await addTeamMember(app, user, 'limited@example.com', {
      role: 'manager',
      locationIds: [own.locationId],
    });
    const call = (path: string, body?: Record<string, unknown>) =>
      sendRequest(app, { method: 'POST', path, ...(body === undefined ? {} : { body }) }, member.token);
    const made = await call('/embeds', { kind: 'widget', name: 'Mine' });
    const { embed } = made.json as { embed: Embed };
    const { url } = (await call(`/embeds/${embed.id}/preview-links`)).json as { url: string };
    const limited = await open(`${new URL(url).pathname}/page`);
    expect(limited.body).not.toContain('Slow service');
    expect(limited.body).not.toContain('Showing 2 of 3 reviews');
    const { path } = await share(embed.id);
    expect((await open(`${path}/page`)).body).toContain('Showing 2 of 3 reviews');
    const foreign = await newEmbed({ locationIds: [other.locationId] });
    expect((await call(`/embeds/${foreign.id}/preview-links`)).status).toBe(404);
    // Somebody who sees all locations makes the draft show more than the member may see.
    for (const locationIds of [[], [own.locationId, other.locationId]]) {
      const settings = { ...embed.settings, locationIds };
      const saved = await user.call('PUT', `/embeds/${embed.id}`, { name: 'Mine', settings });
      expect(saved.status, saved.text).toBe(200);
      await expectLost(new URL(url).pathname);
    }
    expect((await open(path)).statusCode).toBe(200);
  });

  test('a network opens so many pages in a minute', async () => {
    const { path } = await share((await newEmbed()).id);
    const from = (remoteAddress: string, url = path) => app.web.inject({ url, remoteAddress });
    const unknown = `/embed-preview/${'x'.repeat(43)}`;
    for (let count = 0; count < 60; count += 1)
      expect((await from('198.51.100.7', unknown)).statusCode).toBe(404);
    for (const url of [path, `${path}/page`]) {
      const refused = await from('198.51.100.7', url);
      expect(refused.statusCode).toBe(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await from('203.0.113.9')).statusCode).toBe(200);
  });
});
