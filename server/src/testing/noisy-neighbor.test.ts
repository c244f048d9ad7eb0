/**
 * An account that sends too many requests delays only itself: attacks on a running product while another account uses
 * it.
 */
import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import type { Embed } from '@kindling/contract/embeds';
import { importLimits } from '@kindling/contract/import-files';
import type { Import, ImportDetail } from '@kindling/contract/imports';
import { grid } from '@kindling/guest/embed/render/layouts/grid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createServices, type Services } from '../app.ts';
import { maxStreamsPerUser } from '../http/event-streams.ts';
import { databaseModes } from './database.ts';
import { eventually } from './eventually.ts';
import { addReviews, connectListings } from './factories.ts';
import { aReview } from './fake-connector.ts';
import { sendPart } from './import-files.ts';
import { startTestApp, type TestApp, type TestUser } from './test-app.ts';

/** Below the 600 requests a minute that one address may make. */
const streamsAsked = 100;
const checksAsked = 24;
const readsAsked = 20;
const oembedsAsked = 100;
const embedReviews = 300;
const authorizationsAsked = 300;
/** The maximum for one network in a minute. */
const authorizationsAnswered = 200;

/** Expensive to parse recursively; the tests of the page check cover its result. */
const deepPage = `${'<div>'.repeat(2500)}${'<br>'.repeat(50_000)}${'</div>'.repeat(2500)}`;

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('a noisy neighbor, %s', (mode) => {
  let app: TestApp;
  let origin: string;
  let attacker: TestUser;
  let neighbor: TestUser;
  let signIn: Services;
  beforeAll(async () => {
    app = await startTestApp(mode);
    const { settings, db, log, connections } = app.services;
    const folders = {
      web: `${app.dataFolder}/web`,
      guest: `${app.dataFolder}/guest`,
      maps: `${app.dataFolder}/maps`,
    };
    signIn = await createServices(
      { ...settings, roles: ['identity'] },
      db,
      folders,
      log,
      connections.connectors,
    );
    origin = await app.listen();
    attacker = await app.signIn('attacker@example.com');
    neighbor = await app.signIn('neighbor@example.com');
  });
  afterAll(async () => {
    await signIn.queue.stop();
    await app.close();
  });

  /** Requests the neighbor's dashboard until `over`. Returns the status of each response. */
  async function dashboards(over: Promise<unknown>): Promise<number[]> {
    const statuses: number[] = [];
    let going = true;
    void over.finally(() => {
      going = false;
    });
    do statuses.push((await neighbor.call('GET', '/dashboard')).status);
    while (going);
    return statuses;
  }

  test('many event streams of one account: five stay open, the rest are refused, and the neighbor is served', async () => {
    const leaving = new AbortController();
    // A response that nothing refers to is collected, and its stream ends.
    const open: Response[] = [];
    const ask = async (at: number) => {
      const response = await fetch(`${origin}/api/v1/${at % 2 === 0 ? 'sync' : 'imports'}/events`, {
        headers: { authorization: `Bearer ${attacker.token}` },
        signal: leaving.signal,
      });
      if (response.status === 200) open.push(response);
      else await response.text();
      return response.status;
    };
    const asked = Promise.all(Array.from({ length: streamsAsked }, (_, at) => ask(at)));
    const answered = await dashboards(asked);
    const statuses = await asked;
    expect(statuses.filter((status) => status === 200)).toHaveLength(maxStreamsPerUser);
    expect(statuses.filter((status) => status === 429)).toHaveLength(streamsAsked - maxStreamsPerUser);
    expect(new Set(answered)).toEqual(new Set([200]));
    expect(open).toHaveLength(maxStreamsPerUser);
    leaving.abort();
    await eventually(async () =>
      expect(await neighbor.call('GET', '/dashboard')).toMatchObject({ status: 200 }),
    );
  });

  const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length;

  test('checks of an expensive page: ten a minute, one at a time, and the neighbor is served', async () => {
    app.services.embeds.fetchPage = async (url) => ({
      status: 200,
      headers: { 'content-type': 'text/html' },
      text: deepPage,
      url,
    });
    const made = await attacker.call('POST', '/embeds', { kind: 'widget', name: 'Mine' });
    const { embed } = made.json as { embed: Embed };
    const ask = () => attacker.call('POST', `/embeds/${embed.id}/check`, { url: 'https://deep.example/' });
    const answered: number[] = [];
    const asked = Promise.all([
      // One after the other, so that the limit per minute is reached, and many at once.
      (async () => {
        for (let at = 0; at < checksAsked / 2; at += 1) answered.push((await ask()).status);
      })(),
      ...Array.from({ length: checksAsked / 2 }, async () => answered.push((await ask()).status)),
    ]);
    const dashboard = await dashboards(asked);
    await asked;
    expect(new Set(dashboard)).toEqual(new Set([200]));
    expect(countOf(answered, 200)).toBeGreaterThan(0);
    expect(countOf(answered, 200)).toBeLessThanOrEqual(10);
    expect(countOf(answered, 200) + countOf(answered, 429)).toBe(checksAsked);
  });

  test('a table of commas, read repeatedly: once, then refused, and the neighbor is served', async () => {
    const part = Buffer.alloc(importLimits.partBytes, ',');
    const files = [{ name: 'commas.csv', bytes: 3 * part.length }];
    const made = await attacker.call('POST', '/imports', { files });
    const { id } = (made.json as { import: Import }).import;
    for (const number of [0, 1, 2])
      expect((await sendPart(app, attacker, { id, part: number }, part)).status).toBe(204);
    const read = () =>
      attacker
        .call('POST', `/imports/${id}/read`, { encoding: null, separator: null, header: null, sheet: null })
        .then((answer) => {
          if (answer.status === 200)
            expect((answer.json as { import: ImportDetail }).import).toMatchObject({
              state: 'failed',
              problem: 'too-many-columns',
            });
          return answer.status;
        });
    const asked = Promise.all(Array.from({ length: readsAsked }, read));
    const dashboard = await dashboards(asked);
    const statuses = await asked;
    expect(new Set(dashboard)).toEqual(new Set([200]));
    expect(countOf(statuses, 200)).toBe(1);
    expect(countOf(statuses, 409) + countOf(statuses, 429)).toBe(readsAsked - 1);
  });

  test('an embed with many reviews, requested by oEmbed repeatedly: measured before, and the neighbor is served', async () => {
    const { listings } = await connectListings(app, attacker);
    const [listing] = listings;
    if (listing === undefined) throw new Error('The platform in memory offered nothing.');
    const text = 'A friendly team and good bread. '.repeat(20);
    await addReviews(
      app,
      attacker,
      listing,
      Array.from({ length: embedReviews }, () => aReview({ text })),
    );
    const settings = embedSettingsSchema.parse({ layout: 'grid', limit: embedReviews });
    const made = await attacker.call('POST', '/embeds', { kind: 'widget', name: 'Large', settings });
    const { embed } = made.json as { embed: Embed };
    expect((await attacker.call('POST', `/embeds/${embed.id}/publish`)).status).toBe(200);
    await app.services.embeds.store.settled();
    const published = await app.services.embeds.store.get(embed.code);
    expect(published?.snapshot.reviews).toHaveLength(embedReviews);
    const height = vi.spyOn(grid, 'height');
    const query = new URLSearchParams({ url: `${app.services.settings.publicUrl}/e/${embed.code}` });
    const ask = async () => (await app.web.inject({ url: `/oembed?${query}` })).statusCode;
    const asked = Promise.all(Array.from({ length: oembedsAsked }, ask));
    const dashboard = await dashboards(asked);
    expect(new Set(await asked)).toEqual(new Set([200]));
    expect(new Set(dashboard)).toEqual(new Set([200]));
    expect(height).not.toHaveBeenCalled();
    height.mockRestore();
  });

  test('many requests for authorization: up to the limit of a network, and the neighbor is served', async () => {
    const { identity } = signIn;
    if (identity === null) throw new Error('There is no sign-in service.');
    const { url, close } = await identity.listen(0, '127.0.0.1');
    const ask = async (state: string) => {
      const query = new URLSearchParams({
        client_id: app.services.settings.auth.clientId,
        response_type: 'code',
        redirect_uri: `${app.services.settings.publicUrl}/dashboard`,
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        nonce: 'n',
        state,
      });
      const answer = await fetch(`${url}/authorize?${query}`, { redirect: 'manual' });
      await answer.text();
      return answer.status;
    };
    const asked = Promise.all(
      Array.from({ length: authorizationsAsked }, (_, at) => ask(at % 3 === 0 ? 's'.repeat(600) : 's')),
    );
    const dashboard = await dashboards(asked);
    const statuses = await asked;
    const more = await Promise.all(Array.from({ length: 10 }, () => ask('s')));
    expect(new Set(dashboard)).toEqual(new Set([200]));
    expect(countOf(statuses, 400)).toBe(authorizationsAsked / 3);
    expect(countOf(statuses, 303)).toBe(authorizationsAnswered);
    expect(new Set(more)).toEqual(new Set([429]));
    await close();
  });
});
