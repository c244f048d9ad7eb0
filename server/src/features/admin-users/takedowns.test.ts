/** Embeds and pages that the operator takes down, as visitors, owners and other processes see them. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { PublicItem } from '@kindling/contract/admin-users';
import type { Embed } from '@kindling/contract/embeds';
import type { Pipeline } from '@kindling/contract/pipelines';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem, inTenant } from '../../db/transaction.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { createLog } from '../../lib/log.ts';
import { ageCodesAndPages } from '../../testing/collect-fixture.ts';
import { anyMode } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { addReviews, signInWithListing } from '../../testing/factories.ts';
import { aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline, type Visitor } from '../../testing/visitor.ts';
import { createEmbedStore } from '../embed-serving/store.ts';
import { refreshEmbeds } from '../embeds/publish.ts';
import { eraseAccount } from '../identity/account-deletion.ts';

let app: TestApp;
let admin: TestUser;
let owner: TestUser;
let number = 700;

beforeAll(async () => {
  app = await startTestApp(anyMode);
  admin = await app.signInAdmin('chief@operator.example');
  // As the process does.
  const { changes, collectPages } = app.services;
  changes.subscribe('pages', (accountId) => collectPages.store.notifyChanged(accountId));
});
afterAll(() => app.close());

const takeDown = (kind: string, id: string, reason = 'deceptive') =>
  admin.call('POST', '/admin/public-items/take-down', { kind, accountId: owner.accountId, id, reason });
const restore = (kind: string, id: string) =>
  admin.call('POST', '/admin/public-items/restore', { kind, accountId: owner.accountId, id });

async function find(address: string): Promise<PublicItem | null> {
  const answer = await admin.call('GET', `/admin/public-items?address=${encodeURIComponent(address)}`);
  expect(answer.status).toBe(200);
  return (answer.json as { item: PublicItem | null }).item;
}

async function rowsOf<T>(text: ReturnType<typeof sql<T>>): Promise<T[]> {
  return inSystem(app.services.db, async (trx) => (await text.execute(trx)).rows);
}

const mailsOfOwner = () =>
  rowsOf(sql<{ template: string }>`select template from emails
    where recipient = ${owner.email} and template like 'item-%' order by created_at, id`);

describe('an embed', () => {
  let embed: Embed;
  const visible = 'Lovely bread of the day';

  beforeAll(async () => {
    number += 1;
    const { user, listing } = await signInWithListing(app, number);
    owner = user;
    await addReviews(app, user, listing, [aReview({ text: visible })]);
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'Home page' });
    const { id } = (made.json as { embed: Embed }).embed;
    const published = await user.call('POST', `/embeds/${id}/publish`);
    embed = (published.json as { embed: Embed }).embed;
    await app.services.embeds.store.settled();
  });

  const ask = async (ending: string) => {
    await app.services.embeds.store.settled();
    const answer = await app.web.inject({ url: `/e/${embed.code}${ending}` });
    return { status: answer.statusCode, text: answer.body };
  };
  const read = async () => ((await owner.call('GET', `/embeds/${embed.id}`)).json as { embed: Embed }).embed;

  test('shows nothing at once in every process, cannot come back by its owner, and comes back by the operator', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'other-process-'));
    const { db, changes, embeds } = app.services;
    // Another web process on the same database.
    const other = createEmbedStore({
      db,
      folder,
      clientScripts: { embed: '', paged: '', moving: '', opening: '', searching: '', arriving: '' },
      frameScript: '',
      pageScripts: { pageLanguage: '', pageEvents: '' },
      log: createLog('silent'),
    });
    const unsubscribe = changes.subscribe('snapshots', (code) => other.notifyChanged(code));
    const inOther = async () => (await other.get(embed.code))?.json.body.toString() ?? '';
    expect(await inOther()).toContain(visible);
    for (const ending of ['.js', '', '.html', '.json'])
      expect.soft([ending, (await ask(ending)).text.includes(visible)]).toEqual([ending, true]);

    expect((await takeDown('embed', embed.id)).status).toBe(200);
    for (const ending of ['.js', '', '.html', '.json']) {
      const { status, text } = await ask(ending);
      expect.soft([ending, status, text.includes(visible)]).toEqual([ending, 200, false]);
    }
    // No hole on host pages, and no link.
    const { text: page } = await ask('');
    expect(page).toContain('display:none!important');
    expect(page).not.toMatch(/<a\b|owner-/);
    expect((await ask('.svg')).status).toBe(404);
    await eventually(async () => expect(await inOther()).not.toContain(visible));

    expect((await takeDown('embed', embed.id)).status).toBe(409);
    expect(await read()).toMatchObject({ takenDown: { reason: 'deceptive' } });
    const publish = await owner.call('POST', `/embeds/${embed.id}/publish`);
    expect([publish.status, (publish.json as { code: string }).code]).toEqual([409, 'taken-down']);
    // Neither does what renews embeds when reviews change.
    await refreshEmbeds(embeds, owner.accountId);
    expect((await ask('.json')).text).not.toContain(visible);
    expect(await mailsOfOwner()).toEqual([{ template: 'item-taken-down' }]);

    expect((await restore('embed', embed.id)).status).toBe(200);
    expect((await restore('embed', embed.id)).status).toBe(409);
    expect((await ask('.json')).text).toContain(visible);
    await eventually(async () => expect(await inOther()).toContain(visible));
    expect(await read()).toMatchObject({ takenDown: null });
    expect((await owner.call('POST', `/embeds/${embed.id}/publish`)).status).toBe(200);
    expect(await mailsOfOwner()).toEqual([{ template: 'item-taken-down' }, { template: 'item-put-back' }]);
    const trail = await rowsOf(sql<{ action: string; actor: string }>`select action, actor from audit_entries
      where account_id = ${owner.accountId} and action in ('embed.taken-down', 'embed.put-back') order by at`);
    expect(trail).toEqual([
      { action: 'embed.taken-down', actor: 'operator' },
      { action: 'embed.put-back', actor: 'operator' },
    ]);
    unsubscribe();
    await other.settled();
    await rm(folder, { recursive: true, force: true });
  });

  test('one that is not published stays unpublished', async () => {
    const made = await owner.call('POST', '/embeds', { kind: 'badge', name: 'Draft' });
    const draft = (made.json as { embed: Embed }).embed;
    expect((await takeDown('embed', draft.id)).status).toBe(200);
    expect((await owner.call('POST', `/embeds/${draft.id}/publish`)).status).toBe(409);
    expect((await restore('embed', draft.id)).status).toBe(200);
    expect((await app.web.inject({ url: `/e/${draft.code}.json` })).statusCode).toBe(404);
    expect((await takeDown('embed', newId())).status).toBe(404);
  });

  test('is found by what stands on pages', async () => {
    const { publicUrl } = app.services.settings;
    for (const pasted of [
      embed.code,
      ` ${embed.code.toUpperCase()} `,
      `${publicUrl}/e/${embed.code}`,
      `${publicUrl}/e/${embed.code}.js?x=1`,
      `<p>…</p>${embed.snippets?.script ?? ''}`,
      embed.snippets?.iframe ?? '',
    ])
      expect.soft([pasted, (await find(pasted))?.id]).toEqual([pasted, embed.id]);
    expect(await find(embed.code)).toMatchObject({
      kind: 'embed',
      account: { id: owner.accountId },
      ownerId: owner.userId,
    });
    for (const nothing of [
      '',
      'nobodyhere',
      `https://elsewhere.example/e/${embed.code}`,
      '((((',
      '<kindling-reviews',
    ])
      expect.soft([nothing, await find(nothing)]).toEqual([nothing, null]);
  });
});

describe('a page', () => {
  let visitor: Visitor;
  let pipeline: Pipeline;
  let code: string;

  beforeAll(async () => {
    owner = await app.signIn('page-owner@example.com');
    await rowsOf(sql`update businesses set name = 'Phishing & Co' where account_id = ${owner.accountId}`);
    pipeline = await firstPipeline(owner);
    visitor = createVisitor(app);
    code = newPublicCode();
    await inTenant(app.services.db, owner.accountId, (trx) =>
      trx
        .insertInto('codes')
        .values({
          account_id: owner.accountId,
          id: newId(),
          kind: 'qr',
          code,
          business_id: pipeline.businessId,
          pipeline_id: pipeline.id,
          name: 'Table 1',
        })
        .execute(),
    );
    await ageCodesAndPages(app, owner.accountId);
    pipeline = await firstPipeline(owner);
  });

  const doors = () => [
    `/c/${pipeline.slug}`,
    `/c/${pipeline.slug}/kiosk`,
    `/c/${pipeline.slug}/kiosk/links`,
    `/r/${pipeline.slug}`,
    `/r/${pipeline.slug}/how-we-ask`,
    `/q/${code}`,
  ];

  test('explains itself at every address, takes nothing, and cannot come back by its owner', async () => {
    for (const door of doors()) {
      const { status, text } = await visitor.open(door);
      expect.soft([door, status, text.includes('Phishing')]).toEqual([door, 200, true]);
    }
    const fields = visitor.fields(`c/${pipeline.slug}`, { rating: '5' });
    expect((await takeDown('page', pipeline.id, 'unlawful')).status).toBe(200);
    for (const door of doors())
      await eventually(async () => {
        const { status, text } = await visitor.open(door);
        expect([door, status, text.includes('Phishing')]).toEqual([door, 410, false]);
        expect(text).toContain('This page was taken down');
      });
    expect((await visitor.send(`/c/${pipeline.slug}`, fields)).status).toBe(410);
    expect(await firstPipeline(owner)).toMatchObject({ takenDown: { reason: 'unlawful' } });
    const { name, slug, settings, updatedAt } = await firstPipeline(owner);
    // Its owner may mend it, and give it another plain link, which stays taken down too.
    const body = { name: 'Mended', slug: `${slug}-new`, settings, updatedAt };
    expect((await owner.call('PUT', `/pipelines/${pipeline.id}`, body)).status).toBe(200);
    await eventually(async () => expect((await visitor.open(`/c/${slug}-new`)).status).toBe(410));
    const second = await owner.call('POST', '/pipelines', {
      businessId: pipeline.businessId,
      locationId: null,
      name,
    });
    expect(second.status).toBe(201);
    const removed = await owner.call('DELETE', `/pipelines/${pipeline.id}`);
    expect([removed.status, (removed.json as { code: string }).code]).toEqual([409, 'taken-down']);
    expect((await find(`${app.services.settings.publicUrl}/q/${code}`))?.id).toBe(pipeline.id);
    expect((await find(slug))?.takenDown?.reason).toBe('unlawful');
  });

  test('comes back by the operator', async () => {
    expect((await restore('page', pipeline.id)).status).toBe(200);
    expect((await restore('page', pipeline.id)).status).toBe(409);
    expect((await restore('page', newId())).status).toBe(404);
    expect((await takeDown('page', newId())).status).toBe(404);
    await eventually(async () => expect((await visitor.open(`/q/${code}`)).status).toBe(200));
    expect(await mailsOfOwner()).toEqual([{ template: 'item-taken-down' }, { template: 'item-put-back' }]);
  });

  test('what is in print still says so when the account is gone', async () => {
    expect((await takeDown('page', pipeline.id, 'rights')).status).toBe(200);
    const body = { accountName: 'page-owner', when: 'now' };
    expect((await admin.call('POST', `/admin/accounts/${owner.accountId}/deletion`, body)).status).toBe(200);
    await eraseAccount(app.services.users, owner.accountId);
    await eventually(async () => {
      const { status, text } = await visitor.open(`/q/${code}`);
      expect([status, text.includes('Phishing')]).toEqual([410, false]);
      expect(text).toContain('This page was taken down');
    });
  });
});
