/** Visitors' pages over HTTP, as a browser without JavaScript sees them, also while the database does not answer. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contact } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { OwnReview } from '@kindling/contract/reviews';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { ageCodesAndPages } from '../../testing/collect-fixture.ts';
import { cutDatabase } from '../../testing/cut-database.ts';
import { featureModes } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { browser, createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { readFormToken, signFormToken } from '../submissions/index.ts';

const json = { accept: 'application/json' };

describe.each(featureModes)('visitors\u2019 pages, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let visitor: Visitor;
  let pipeline: Pipeline;
  let address: string;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode, { plans: true });
    visitor = createVisitor(app);
    // As the process does; otherwise a change shows a minute later.
    const { changes, collectPages } = app.services;
    changes.subscribe('pages', (accountId) => collectPages.store.notifyChanged(accountId));
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    user = await app.signIn(`owner-${people}@example.com`);
    pipeline = await firstPipeline(user);
    address = `/c/${pipeline.slug}`;
  });
  afterEach(() => void vi.restoreAllMocks());

  async function listReviews(): Promise<OwnReview[]> {
    return ((await user.call('GET', '/reviews')).json as { items: OwnReview[] }).items;
  }

  const visit = (more: Record<string, string> = {}) => visitor.fields(`c/${pipeline.slug}`, more);

  /** After an outage, submissions go to the files for some seconds. */
  const storeWaiting = () => app.services.submissions.intake.drain();

  async function addCode(
    kind: 'qr' | 'nfc',
    more: { disabled?: boolean; pipelineId?: null; contact?: Contact } = {},
  ) {
    const code = newId().replaceAll('-', '').slice(-10);
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .insertInto('codes')
        .values({
          account_id: user.accountId,
          id: newId(),
          kind,
          code,
          business_id: pipeline.businessId,
          pipeline_id: more.pipelineId === null ? null : pipeline.id,
          name: 'Table 1',
          contact: more.contact === undefined ? null : JSON.stringify(more.contact),
          disabled_at: more.disabled === true ? new Date() : null,
        })
        .execute(),
    );
    return code;
  }

  async function addDestination(): Promise<string> {
    const { json: answer } = await user.call('GET', '/businesses');
    const [business] = (answer as { businesses: { locations: { id: string }[] }[] }).businesses;
    const url = 'https://search.google.com/local/writereview?placeid=ChIJj61dQgK6j4AR4GeTYWZsKWw';
    const saved = await user.call('PUT', `/locations/${business?.locations[0]?.id}/destinations`, {
      destinations: [{ label: 'Google', url, hidden: false }],
    });
    expect(saved.status).toBe(200);
    return url;
  }

  test('a new account has a page at once: a rating, a review and a withdrawal by forms alone', async () => {
    const page = await visitor.open(address);
    expect(page.status).toBe(200);
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['set-cookie']).toBeUndefined();
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const fields = visit({ rating: '2' });
    const rated = await visitor.send(address, fields);
    expect(rated.status).toBe(200);
    expect(await listReviews()).toMatchObject([{ source: 'first-party', rating: 2, text: null }]);
    expect(rated.text).toContain(`name="key" value="${fields.key}"`);
    const review = { ...fields, step: 'review', text: 'Slow on Saturday.\u0000\r\nStill kind.' };
    const written = await visitor.send(address, review);
    expect(await listReviews()).toMatchObject([{ rating: 2, text: 'Slow on Saturday.\nStill kind.' }]);
    const link = /href="(\/w\/[A-Za-z0-9_-]+)"/.exec(written.text)?.[1] ?? '';
    expect((await visitor.open(link)).text).toContain('Still kind.');
    expect((await visitor.send(link, {})).status).toBe(303);
    expect(await listReviews()).toEqual([]);
    expect((await visitor.open(link)).text).not.toContain('Still kind.');
    // The form of the withdrawn visit brings nothing back.
    await visitor.send(address, review, { headers: json });
    expect(await listReviews()).toEqual([]);
  });

  test('nobody can give a visitor a key by a link, and no other site can send a form', async () => {
    const key = 'a-key-that-the-sender-knows';
    expect((await visitor.open(`${address}?key=${key}&rating=5`)).text).not.toContain(key);
    for (const origin of ['https://evil.example', 'null'])
      expect((await visitor.send(address, visit(), { headers: { ...json, origin } })).status).toBe(403);
    const own = { ...json, origin: app.services.settings.publicUrl };
    expect((await visitor.send(address, visit(), { headers: own })).status).toBe(200);
    // A name of theirs may lead to our address, and then the request names it as its host.
    for (const [host, status] of [
      ['evil.example', 403],
      ['203.0.113.9', 403],
      ['192.168.1.20:3000', 200],
      ['localhost:3000', 200],
      ['shop.local', 200],
    ] as const) {
      const headers = { ...json, host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' };
      expect.soft((await visitor.send(address, visit(), { headers })).status, host).toBe(status);
      const other = { ...headers, origin: 'http://192.168.1.99' };
      expect.soft((await visitor.send(address, visit(), { headers: other })).status, host).toBe(403);
    }
  });

  test('the page is in the language of the visitor, or in the one that they chose', async () => {
    const ask = (url: string, language: string) =>
      app.request({ url, headers: { 'accept-language': language, 'user-agent': browser } });
    expect((await ask(address, 'de-AT,en;q=0.5')).text).toContain('<html lang="de"');
    expect((await ask(`${address}?lng=fr`, 'de')).text).toContain('<html lang="fr"');
    expect((await ask(address, 'ja')).text).toContain('<html lang="en"');
  });

  test('parameters never change where a link leads', async () => {
    const url = await addDestination();
    const evil = 'https://evil.example/';
    for (const query of ['url', 'to', 'redirect', 'returnTo', 'destination', 'next']) {
      const { text } = await visitor.open(`${address}?${query}=${encodeURIComponent(evil)}`);
      expect.soft(text, query).toContain(`href="${url}"`);
      expect.soft(text, query).not.toContain('evil.example');
    }
  });

  test('an unknown code says so, a switched-off one and one without a pipeline show the public links alone', async () => {
    const url = await addDestination();
    for (const unknown of ['/q/2222222222', '/q/x', '/c/no-such-page', '/n/%00', `/q/${'a'.repeat(500)}`]) {
      const page = await visitor.open(unknown);
      expect.soft(page.status, unknown).toBe(404);
      expect.soft(page.text, unknown).not.toContain('<form');
    }
    for (const more of [{ disabled: true }, { pipelineId: null }] as const) {
      const code = await addCode('qr', more);
      const page = await visitor.open(`/q/${code}`);
      expect.soft(page.status).toBe(200);
      expect.soft(page.text).toContain(`href="${url}"`);
      expect.soft(page.text).not.toContain('<form');
      const fields = visitor.fields(`q/${code}`);
      expect.soft((await visitor.send(`/q/${code}`, fields, { headers: json })).status).toBe(410);
    }
    expect((await visitor.open(`/n/${await addCode('qr')}`)).status).toBe(404);
  });

  test('a digital card has a contact to save, until the card is switched off', async () => {
    const contact = {
      name: 'Ana <b>Kos</b>',
      title: 'Sales',
      phone: '+385 1 234',
      email: null,
      website: null,
      address: null,
    };
    const code = await addCode('nfc', { contact });
    const page = await visitor.open(`/n/${code}`);
    expect(page.text).toContain(`href="/n/${code}/contact.vcf"`);
    expect(page.text).not.toContain('<b>Kos');
    const card = await visitor.open(`/n/${code}/contact.vcf`);
    expect(card.headers['content-type']).toBe('text/vcard; charset=utf-8');
    expect(card.text.split('\r\n')).toEqual(expect.arrayContaining(['FN:Ana <b>Kos</b>', 'TITLE:Sales']));
    for (const [kind, more] of [
      ['nfc', { contact, disabled: true }],
      ['nfc', {}],
      ['qr', { contact }],
    ] as const)
      expect((await visitor.open(`/n/${await addCode(kind, more)}/contact.vcf`)).status).toBe(404);
  });

  test('an archived business shows its public links, and takes reviews again when it is restored', async () => {
    await addDestination();
    const other = await user.call('POST', '/businesses', { name: 'Second' });
    expect(other.status).toBe(201);
    const archive = (archived: boolean) =>
      user.call('PUT', `/businesses/${pipeline.businessId}/archived`, { archived });
    expect((await archive(true)).status).toBe(200);
    app.services.collectPages.store.notifyChanged(user.accountId);
    expect((await visitor.open(address)).text).not.toContain('<form');
    await archive(false);
    app.services.collectPages.store.notifyChanged(user.accountId);
    expect((await visitor.open(address)).text).toContain('<form');
  });

  test('after the end of the plan the page goes on, and takes reviews', async () => {
    await inTenant(app.services.db, user.accountId, (trx) =>
      sql`update accounts set trial_ends_at = now() - interval '90 days', plan_ends_at = now() - interval '90 days'`.execute(
        trx,
      ),
    );
    const code = await addCode('qr');
    expect((await visitor.open(`/q/${code}`)).text).toContain('<form');
    const sent = await visitor.send(`/q/${code}`, visitor.fields(`q/${code}`, { rating: '4' }), {
      headers: json,
    });
    expect(sent).toMatchObject({ status: 200, json: { stored: true } });
    expect(await listReviews()).toMatchObject([{ rating: 4 }]);
  });

  test('a former plain link leads to the page, and nobody else can take it', async () => {
    const change = { name: pipeline.name, settings: pipeline.settings, updatedAt: pipeline.updatedAt };
    const moved = await user.call('PUT', `/pipelines/${pipeline.id}`, { ...change, slug: `moved-${people}` });
    expect(moved.status).toBe(200);
    expect((await visitor.open(address)).text).toContain('<form');
    const second = await app.signIn(`second-${people}@example.com`);
    const theirs = await firstPipeline(second);
    const taken = await second.call('PUT', `/pipelines/${theirs.id}`, {
      name: theirs.name,
      settings: theirs.settings,
      updatedAt: theirs.updatedAt,
      slug: pipeline.slug,
    });
    expect(taken).toMatchObject({ status: 409, json: { code: 'slug-taken' } });
  });

  test('nobody can take the plain link of a deleted page, or the name of a printed code', async () => {
    await user.call('POST', '/pipelines', { businessId: pipeline.businessId, locationId: null, name: 'Two' });
    await ageCodesAndPages(app, user.accountId);
    expect((await user.call('DELETE', `/pipelines/${pipeline.id}`)).status).toBe(200);
    const second = await app.signIn(`thief-${people}@example.com`);
    const { name, settings, updatedAt, id } = await firstPipeline(second);
    for (const slug of [pipeline.slug, await addCode('qr', { pipelineId: null })])
      expect(await second.call('PUT', `/pipelines/${id}`, { name, settings, updatedAt, slug })).toMatchObject(
        { status: 409, json: { code: 'slug-taken' } },
      );
  });

  test('a business with several locations asks which one, unless the code says so', async () => {
    const place = { name: 'Harbour', address: null, country: null, phone: null, timeZone: null };
    const added = await user.call('POST', `/businesses/${pipeline.businessId}/locations`, place);
    const { location } = added.json as { location: { id: string } };
    app.services.collectPages.store.notifyChanged(user.accountId);
    const choice = await visitor.open(address);
    expect(choice.text).not.toContain('<form');
    const link = `${address}?location=${location.id}`;
    expect(choice.text).toContain(`href="${link}`);
    const page = await visitor.open(link);
    const ofPage = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const keys = app.services.submissions.formKeys;
    const read = readFormToken(keys, ofPage, address.slice(1), new Date());
    expect(read).toMatchObject({ locationId: location.id });
    // Sent within a second of its page, however slow this machine is: clocks may differ by a minute.
    const issuedAt = new Date(Date.now() + 30_000);
    const token = signFormToken(keys, { page: address.slice(1), locationId: location.id, issuedAt });
    const sent = await visitor.send(address, { ...visit(), token }, { headers: json });
    expect(sent.status).toBe(200);
    const { json: answer } = await user.call('GET', '/submissions/held');
    expect(answer).toMatchObject({ items: [{ locationName: 'Harbour', reasons: ['too-fast'] }] });
    expect((await visitor.open(`${address}?location=${newId()}`)).text).not.toContain('<form');
  });

  test('visits, ratings, clicks and reviews are counted per door', async () => {
    const url = await addDestination();
    const code = await addCode('nfc');
    await visitor.open(address);
    await visitor.open(`/n/${code}`);
    await visitor.open(`/n/${code}`);
    await app.request({ url: `/n/${code}`, headers: { 'user-agent': 'Googlebot/2.1' } });
    const page = await visitor.open(`/n/${code}`);
    const ping = /ping="([^"]*)"/.exec(page.text)?.[1] ?? '';
    expect(page.text).toContain(`href="${url}"`);
    const headers = { 'user-agent': browser, 'content-type': 'text/ping' };
    await app.request({ method: 'POST', url: ping, payload: 'PING', headers });
    const id = new URL(ping, 'http://kindling.test').searchParams.get('destination') ?? '';
    const beacon = { 'user-agent': browser, 'content-type': 'text/plain;charset=UTF-8' };
    await app.request({ method: 'POST', url: `/n/${code}/click`, payload: id, headers: beacon });
    await visitor.send(`/n/${code}`, visitor.fields(`n/${code}`, { step: 'review', text: 'Good.' }));
    await app.services.collectPages.traffic.flush();
    const { json: answer } = await user.call('GET', `/pipelines/${pipeline.id}/funnel?days=7`);
    expect(answer).toMatchObject({
      funnel: {
        total: { visits: 4, ratings: 1, clicks: 2, reviews: 1, messages: 0 },
        doors: [
          { door: 'link', codeId: null, visits: 1, ratings: 0, clicks: 0 },
          { door: 'nfc', name: 'Table 1', visits: 3, ratings: 1, clicks: 2, reviews: 1 },
        ],
      },
    });
  });

  test('a tablet at the counter leads a phone to the public links, and to what was sent', async () => {
    await addDestination();
    const kiosk = await visitor.open(`${address}/kiosk`);
    expect(kiosk.text).toContain('data:image/svg+xml');
    const links = await visitor.open(`${address}/kiosk/links`);
    expect(links.status).toBe(200);
    expect(links.text).toMatch(
      /href="https:\/\/search\.google\.com\/[^"]*"[^>]*ping="[^"]*kiosk\/click\?destination=/,
    );
    expect(links.text).not.toContain('<form');
    expect((await visitor.open('/c/nobody-has-this/kiosk/links')).status).toBe(404);
    const fields = visitor.fields(`${address.slice(1)}/kiosk`, { rating: '2' });
    const { json: answer } = await visitor.send(`${address}/kiosk`, fields, { headers: json });
    const { withdrawUrl } = answer as { withdrawUrl: string };
    // The tablet asks for new values when its next visitor begins, and loads nothing.
    await app.request({ url: `${address}/kiosk`, headers: { ...json, 'user-agent': browser } });
    await app.services.collectPages.traffic.flush();
    const { json: results } = await user.call('GET', `/pipelines/${pipeline.id}/funnel?days=7`);
    expect(results).toMatchObject({ funnel: { doors: [{ door: 'kiosk', visits: 2, ratings: 1 }] } });
    const code = await visitor.open(`${withdrawUrl}/code.svg`);
    expect(code.headers['content-type']).toBe('image/svg+xml');
    expect((await visitor.open(`${withdrawUrl}x/code.svg`)).status).toBe(404);
  });

  test('while the database is down the page is served, what is sent is kept in a file, and stored when it is back', async () => {
    await visitor.open(address);
    cutDatabase(app.services.db);
    expect((await visitor.open(address)).text).toContain('<form');
    const fields = visit({ rating: '4', step: 'review', text: 'Sent in the dark.' });
    const sent = await visitor.send(address, fields, { headers: json });
    expect(sent).toMatchObject({ status: 200, json: { stored: true } });
    vi.restoreAllMocks();
    expect(await listReviews()).toEqual([]);
    const folder = path.join(app.dataFolder, 'submissions');
    expect(await readdir(folder)).toHaveLength(1);
    await app.services.submissions.intake.drain();
    expect(await listReviews()).toMatchObject([{ rating: 4, text: 'Sent in the dark.', mayBePosted: false }]);
    expect(await readdir(folder)).toEqual([]);
  });

  test('without JavaScript a form that is not stored comes back with what was written, and can be sent then', async () => {
    await addDestination();
    const { text: first } = await visitor.open(address);
    const version = /name="consent_version" value="([^"]*)"/.exec(first)?.[1] ?? '';
    const written = { step: 'review', rating: '2', text: 'Long <b>queue</b>.', name: 'Ana' };
    const form = { ...written, consent_version: version, lng: 'en' };
    const fields = visit(form);
    const expired = await visitor.send(address, { ...fields, token: 'too-old-or-of-another-page' });
    const nameless = await visitor.send(address, fields);
    for (const [answer, status, words] of [
      [expired, 403, 'This page was open for a long time.'],
      [nameless, 400, 'Check the box'],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.text).toMatch(new RegExp(`role="alert">${words}`));
      expect(answer.text).toContain('Long &lt;b&gt;queue&lt;/b&gt;.</textarea>');
      expect(answer.text).toMatch(/<details[^>]* open="">.*value="Ana"/s);
      expect(answer.text).toContain(`name="key" value="${fields.key}"`);
      expect(answer.text).toContain('href="https://search.google.com/');
    }
    expect(await listReviews()).toEqual([]);
    const again = await visitor.send(address, { ...fields, consent: 'yes' });
    expect(again.status).toBe(200);
    const [review] = await listReviews();
    expect(review).toMatchObject({ rating: 2, text: written.text, authorName: 'Ana', mayBePosted: true });
    await user.call('PUT', `/reviews/${review?.id}/hidden`, { reason: 'outdated' });
    expect(await listReviews()).toMatchObject([{ mayBePosted: false }]);
  });

  test('a form whose page was deleted meanwhile comes back with what was written, and says so', async () => {
    await user.call('POST', '/pipelines', { businessId: pipeline.businessId, locationId: null, name: 'Two' });
    await visitor.open(address);
    const fields = visit({ step: 'review', text: 'Long <b>queue</b>.', answer_abcd: 'The salt.', lng: 'en' });
    await ageCodesAndPages(app, user.accountId);
    expect((await user.call('DELETE', `/pipelines/${pipeline.id}`)).status).toBe(200);
    app.services.collectPages.store.notifyChanged(user.accountId);
    const answer = await visitor.send(address, fields);
    expect(answer.status).toBe(410);
    expect(answer.text).toContain('This page no longer accepts reviews. What you wrote is still here.');
    expect(answer.text).not.toContain('Reload it');
    expect(answer.text).toContain('Long &lt;b&gt;queue&lt;/b&gt;.');
    expect(answer.text).toContain('The salt.');
    const inGerman = await visitor.send(address, { ...fields, lng: 'de' });
    expect(inGerman.text).toContain('Diese Seite nimmt keine Bewertungen mehr an.');
  });

  test('what neither the database nor the disk takes is not acknowledged, and the page says so', async () => {
    await visitor.open(address);
    cutDatabase(app.services.db);
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    vi.spyOn(app.services.submissions.queue, 'add').mockRejectedValue(full);
    const fields = visit({ rating: '2' });
    expect(await visitor.send(address, fields, { headers: json })).toMatchObject({
      status: 503,
      json: { code: 'unavailable' },
    });
    const byForm = await visitor.send(address, fields);
    expect(byForm.status).toBe(503);
    expect(byForm.text).toContain('What you wrote is still here.');
    vi.restoreAllMocks();
    await storeWaiting();
    expect(await listReviews()).toEqual([]);
  });

  test('a process that starts while the database is down serves the page from its file', async () => {
    await visitor.open(address);
    const { createPageStore } = await import('./page-store.ts');
    const store = createPageStore({
      load: () => Promise.reject(new Error('Connection refused')),
      listAccounts: () => Promise.reject(new Error('Connection refused')),
      folder: path.join(app.dataFolder, 'pages'),
      log: app.services.log,
    });
    const door = {
      door: 'link',
      code: pipeline.slug,
      path: `c/${pipeline.slug}`,
      key: `c/${pipeline.slug}`,
      invitation: null,
    } as const;
    expect((await store.get(door)).page).toMatchObject({ kind: 'open', view: { pipelineId: pipeline.id } });
    const unknown = {
      door: 'link',
      code: 'unseen',
      path: 'c/unseen',
      key: 'c/unseen',
      invitation: null,
    } as const;
    await expect(store.get(unknown)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a process that starts deletes the copies of accounts that are gone', async () => {
    await visitor.open(address);
    const other = await app.signIn(`gone-${people}@example.com`);
    await visitor.open(`/c/${(await firstPipeline(other)).slug}`);
    const copies = async () => {
      const folder = path.join(app.dataFolder, 'pages');
      const texts = (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8'));
      return (await Promise.all(texts)).join();
    };
    expect(await copies()).toContain(other.accountId);
    await inSystem(app.services.db, (trx) =>
      trx.deleteFrom('accounts').where('id', '=', other.accountId).execute(),
    );
    const stops = app.services.modules.map((module) => module.startWebTasks?.());
    try {
      await eventually(async () => expect(await copies()).not.toContain(other.accountId));
      expect(await copies()).toContain(user.accountId);
    } finally {
      for (const stop of stops) await stop?.();
    }
  });

  test('a change of the owner shows with the next visit', async () => {
    await visitor.open(address);
    const texts = { en: { question: 'How was your coffee?' } };
    const change = { ...pipeline, settings: { ...pipeline.settings, texts } };
    const { name, slug, settings, updatedAt } = change;
    expect(
      (await user.call('PUT', `/pipelines/${pipeline.id}`, { name, slug, settings, updatedAt })).status,
    ).toBe(200);
    app.services.collectPages.store.notifyChanged(user.accountId);
    await eventually(async () =>
      expect((await visitor.open(`${address}?lng=en`)).text).toContain('How was your coffee?'),
    );
  });

  test('the profile page shows first-party reviews with figures over all of them, and is not for search engines', async () => {
    for (const [rating, text] of [
      ['5', 'Warm bread.'],
      ['2', 'Too long a queue.'],
      ['up', 'All good here.'],
    ] as const)
      await visitor.send(address, visit({ rating, step: 'review', text }), { headers: json });
    await storeWaiting();
    const profile = await visitor.open(`/r/${pipeline.slug}?lng=en`);
    expect(profile.status).toBe(200);
    expect(profile.headers['x-robots-tag']).toBe('noindex');
    for (const text of ['Warm bread.', 'Too long a queue.', 'All good here.', '3.5'])
      expect.soft(profile.text).toContain(text);
    expect((await visitor.open(`/r/${pipeline.slug}?page=2`)).status).toBe(404);
    expect((await visitor.open('/r/no-such-page')).status).toBe(404);
  });

  test('the owner is told the address of the profile, and may let search engines list it', async () => {
    const { id, name, slug, updatedAt } = pipeline;
    const settings = { ...pipeline.settings, profileIndexed: true };
    await user.call('PUT', `/pipelines/${id}`, { name, slug, settings, updatedAt });
    const { pathname } = new URL(pipeline.profileUrl);
    const profile = await visitor.open(pathname);
    expect(profile.text).toContain(pipeline.businessName);
    expect(profile.headers).not.toHaveProperty('x-robots-tag');
    expect((await visitor.open(`${pathname}/how-we-ask`)).status).toBe(200);
  });

  test('a review that its author withdraws leaves the profile at once', async () => {
    const fields = visit({ rating: '5', step: 'review', text: 'Taken back soon.' });
    const sent = await visitor.send(address, fields, { headers: json });
    await storeWaiting();
    const profile = () => visitor.open(`/r/${pipeline.slug}`);
    expect((await profile()).text).toContain('Taken back soon.');
    const { withdrawUrl } = sent.json as { withdrawUrl: string };
    await visitor.send(withdrawUrl, {});
    await eventually(async () => expect((await profile()).text).not.toContain('Taken back soon.'));
  });

  test('how we ask says how many were held, and why reviews are hidden', async () => {
    await visitor.send(address, visit({ website: 'x' }), { headers: json });
    await visitor.send(address, visit({ rating: '1' }), { headers: json });
    await storeWaiting();
    await inTenant(app.services.db, user.accountId, (trx) =>
      trx
        .updateTable('reviews')
        .set({ hidden_at: new Date(), hidden_reason: 'spam' })
        .where('account_id', '=', user.accountId)
        .execute(),
    );
    const page = await visitor.open(`/r/${pipeline.slug}/how-we-ask?lng=en`);
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('thumb');
    await user.call('POST', '/pipelines', { businessId: pipeline.businessId, locationId: null, name: 'Two' });
    const { json: answer } = await user.call('GET', '/pipelines');
    const second = (answer as { pipelines: Pipeline[] }).pipelines.find(({ name }) => name === 'Two');
    const { name, slug, updatedAt } = second ?? pipeline;
    const settings = { ...pipeline.settings, ratingStyle: 'thumbs' };
    const saved = await user.call('PUT', `/pipelines/${second?.id}`, { name, slug, settings, updatedAt });
    expect(saved.status).toBe(200);
    await eventually(async () =>
      expect((await visitor.open(`/r/${pipeline.slug}/how-we-ask?lng=en`)).text).toMatch(/thumb/i),
    );
    expect(page.text).toMatch(/spam/i);
    expect(page.text).toMatch(/\b1\b[^<]*(waiting|wait)/i);
  });
});
