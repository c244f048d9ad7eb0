/** QR codes and NFC cards through the API. */
import { plainDesign } from '@kindling/contract/code-looks';
import type { Code, ListedCode } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import type { ScanResult } from '@kindling/contract/scan-problems';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { createKeyedSemaphore } from '../../lib/semaphore.ts';
import { ageCodesAndPages } from '../../testing/collect-fixture.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { makePng, pngChunk } from '../../testing/png.ts';
import { lastChangedAt } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { eraseAccount } from '../identity/account-deletion.ts';
import { createCodes } from './codes.ts';

const design = plainDesign;

describe.each(featureModes)('codes, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let pipeline: Pipeline;
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('codes@example.com');
    [pipeline] = (await pipelinesOf(owner)) as [Pipeline];
  });
  afterAll(() => app.close());

  async function pipelinesOf(user: TestUser): Promise<Pipeline[]> {
    return ((await user.call('GET', '/pipelines')).json as { pipelines: Pipeline[] }).pipelines;
  }
  async function list(user = owner, kind = 'qr') {
    const answer = await user.call('GET', `/codes?kind=${kind}&days=30`);
    expect(answer.status, answer.text).toBe(200);
    return answer.json as { codes: ListedCode[]; logos: { hash: string; data: string }[] };
  }
  const wanted = (change: Record<string, unknown> = {}) => ({
    kind: 'qr',
    names: ['Counter'],
    series: null,
    pipelineId: pipeline.id,
    locationId: null,
    design,
    ...change,
  });
  async function create(change: Record<string, unknown> = {}, user = owner): Promise<string[]> {
    const answer = await user.call('POST', '/codes', wanted(change));
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { ids: string[] }).ids;
  }
  async function get(id: string, user = owner): Promise<Code> {
    return ((await user.call('GET', `/codes/${id}`)).json as { code: Code }).code;
  }
  const changeOf = ({ name, series, pipelineId, locationId, design: looks, contact, updatedAt }: Code) => ({
    name,
    series,
    pipelineId,
    locationId,
    design: looks,
    contact,
    updatedAt,
  });
  async function retired(code: string) {
    const { rows } = await queryAsOwner<{ business_name: string; destinations: unknown[] }>(
      app.services.db,
      `select business_name, destinations from retired_codes where code = '${code}'`,
    );
    return rows[0];
  }
  const codeIn = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';

  test('a new account has a QR code for its page', async () => {
    const { codes } = await list();
    expect(codes).toHaveLength(1);
    expect(codes[0]).toMatchObject({
      kind: 'qr',
      pipelineId: pipeline.id,
      disabledAt: null,
      editable: true,
      figures: { visits: 0, ratings: 0, clicks: 0, reviews: 0, messages: 0 },
    });
    expect(codes[0]?.url).toMatch(/^http:\/\/kindling\.test\/q\/[2-9a-z]{10}$/);
  });

  test('many are made at once, all or none, and each counts for itself', async () => {
    const names = ['Table 1', 'Table 2', 'Table 3'];
    const ids = await create({ names, series: 'Table' });
    const { accountId } = owner;
    await inTenant(app.services.db, accountId, (trx) =>
      trx
        .insertInto('door_days')
        .values({
          account_id: accountId,
          pipeline_id: pipeline.id,
          door: 'qr',
          code_id: ids[1] ?? '',
          day: new Date().toISOString().slice(0, 10),
          visits: 7,
          ratings: 3,
        })
        .execute(),
    );
    const made = (await list()).codes.filter(({ series }) => series === 'Table');
    expect(made.map(({ name, figures }) => [name, figures.visits, figures.ratings])).toEqual([
      ['Table 1', 0, 0],
      ['Table 2', 7, 3],
      ['Table 3', 0, 0],
    ]);
    expect(new Set(made.map(({ url }) => url)).size).toBe(3);
    const before = (await list()).codes.length;
    const tooMany = Array.from({ length: 101 }, (_, index) => `T${index}`);
    expect((await owner.call('POST', '/codes', wanted({ names: tooMany }))).status).toBe(400);
    expect((await owner.call('POST', '/codes', wanted({ names: ['a', ''] }))).status).toBe(400);
    expect((await list()).codes).toHaveLength(before);
  });

  test('a design that does not scan is refused with the reason, also when a code is changed', async () => {
    const pale = { ...design, color: '#cccccc' };
    const refused = await owner.call('POST', '/codes', wanted({ design: pale }));
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ code: 'invalid-input', fields: [{ path: 'design.contrast' }] });
    const [id = ''] = await create();
    const code = await get(id);
    const changed = await owner.call('PUT', `/codes/${id}`, { ...changeOf(code), design: pale });
    expect(changed.status).toBe(400);
    expect((await get(id)).design).toEqual(code.design);
  });

  test('a code whose characters the reader misses gets other ones, and a bad design is refused after three', async () => {
    const contents: string[] = [];
    const deps = (missed: number) => ({
      db: app.services.db,
      publicUrl: 'http://kindling.test',
      reviewSites: app.services.platforms.reviewSites,
      renderer: {
        check: async ({ content }: { content: string }): Promise<ScanResult> => {
          contents.push(content);
          return contents.length <= missed ? { ok: false, problems: ['blurred'] } : { ok: true };
        },
        png: () => Promise.reject(new Error('Not asked for')),
        print: () => Promise.reject(new Error('Not asked for')),
        close: () => undefined,
      },
      scanChecks: createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 0, retryAfter: 5 }),
      removals: { consume: async () => 0, clear: async () => undefined },
    });
    const request = { ...wanted({ names: ['Missed once'] }), kind: 'qr', contact: null } as const;
    const [id = ''] = await createCodes(deps(1), owner, { ...request, names: ['Missed once'] });
    expect(contents).toHaveLength(2);
    expect((await get(id)).url).toBe(contents[1]);
    contents.length = 0;
    await expect(createCodes(deps(9), owner, { ...request, names: ['Never'] })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(contents).toHaveLength(3);
  });

  test('a printed code can be pointed at another pipeline, and keeps its address', async () => {
    const [id = ''] = await create();
    const code = await get(id);
    const made = await owner.call('POST', '/pipelines', {
      businessId: pipeline.businessId,
      locationId: null,
      name: 'Terrace',
    });
    const terrace = (made.json as { pipeline: Pipeline }).pipeline;
    const moved = await owner.call('PUT', `/codes/${id}`, {
      ...changeOf(code),
      pipelineId: terrace.id,
      name: 'Terrace door',
    });
    expect(moved.json).toMatchObject({
      code: { url: code.url, pipelineId: terrace.id, pipelineName: 'Terrace', name: 'Terrace door' },
    });
    expect((await owner.call('PUT', `/codes/${id}`, changeOf(code))).status, 'changed since').toBe(409);
    const slug = terrace.slug;
    await ageCodesAndPages(app, owner.accountId);
    expect((await owner.call('DELETE', `/pipelines/${terrace.id}`)).status).toBe(200);
    expect(await get(id)).toMatchObject({ pipelineId: null, pipelineName: null, url: code.url });
    expect(await retired(slug)).toMatchObject({ business_name: pipeline.businessName });
    expect(await retired(codeIn(code)), 'the code itself goes on').toBeUndefined();
  });

  test('a lost one is disabled and enabled again; a deleted one leaves its public links', async () => {
    const [id = ''] = await create({ kind: 'nfc', names: ['Card'] });
    const code = await get(id);
    expect(code.url).toMatch(/\/n\/[2-9a-z]{10}$/);
    const off = await owner.call('PUT', `/codes/${id}/disabled`, { disabled: true });
    expect((off.json as { code: Code }).code.disabledAt).toMatch(/^20/);
    const on = await owner.call('PUT', `/codes/${id}/disabled`, { disabled: false });
    expect((on.json as { code: Code }).code.disabledAt).toBeNull();
    await ageCodesAndPages(app, owner.accountId);
    expect((await owner.call('DELETE', `/codes/${id}`)).status).toBe(200);
    expect((await owner.call('GET', `/codes/${id}`)).status).toBe(404);
    expect(await retired(codeIn(code))).toEqual({ business_name: pipeline.businessName, destinations: [] });
  });

  test('a logo is written anew, stored once, listed once, and deleted with its last code', async () => {
    const logo = (bytes: Buffer) => ({
      kind: 'picture',
      type: 'image/png',
      data: bytes.toString('base64'),
    });
    const hidden = pngChunk('tEXt', Buffer.from('Author\0Mara'));
    const withLogo = {
      ...design,
      errorLevel: 'H',
      logoSize: 0.15,
      logo: logo(makePng(32, { extra: [hidden] })),
    };
    const ids = await create({ names: ['A', 'B'], design: withLogo });
    const { codes, logos } = await list();
    expect(logos).toHaveLength(1);
    expect(Buffer.from(logos[0]?.data ?? '', 'base64').toString('latin1')).not.toContain('Mara');
    expect(codes.filter((one) => one.logo === logos[0]?.hash)).toHaveLength(2);
    expect((await get(ids[0] ?? '')).design.logo).toMatchObject({ kind: 'picture', data: logos[0]?.data });
    for (const id of ids) expect((await owner.call('DELETE', `/codes/${id}`)).status).toBe(200);
    expect((await list()).logos).toEqual([]);
    const { rows } = await queryAsOwner(app.services.db, 'select hash from code_logos');
    expect(rows).toEqual([]);
    const broken = { ...withLogo, logo: logo(makePng(32).subarray(0, 60)) };
    const refused = await owner.call('POST', '/codes', wanted({ design: broken }));
    expect(refused.status, refused.text).toBe(400);
  });

  test('a member who is limited to a location makes and changes codes of that location only', async () => {
    const { businesses } = (await owner.call('GET', '/businesses')).json as {
      businesses: { id: string; locations: { id: string }[] }[];
    };
    const [business] = businesses;
    const own = business?.locations[0]?.id ?? '';
    const member = await addTeamMember(app, owner, 'limited@example.com', {
      role: 'manager',
      locationIds: [own],
    });
    const everywhere = (await list()).codes.find(({ locationId }) => locationId === null);
    expect(await get(everywhere?.id ?? '', member)).toMatchObject({ editable: false });
    const refused = await member.call('PUT', `/codes/${everywhere?.id}/disabled`, { disabled: true });
    expect(refused.status).toBe(403);
    expect((await member.call('DELETE', `/codes/${everywhere?.id}`)).status).toBe(403);
    expect((await member.call('POST', '/codes', wanted())).status).toBe(400);
    const [id = ''] = await create({ locationId: own, names: ['Mine'] }, member);
    const mine = await get(id, member);
    expect(mine.editable).toBe(true);
    const wide = await member.call('PUT', `/codes/${id}`, { ...changeOf(mine), locationId: null });
    expect(wide.status).toBe(400);
    await ageCodesAndPages(app, owner.accountId);
    expect((await member.call('DELETE', `/codes/${id}`)).status).toBe(200);
    expect(await retired(codeIn(mine))).toMatchObject({ business_name: mine.businessName });
  });

  test('codes and plain links outlive their business, with its name', async () => {
    const made = await owner.call('POST', '/businesses', { name: 'Second' });
    const { business } = made.json as { business: { id: string } };
    const second = (await pipelinesOf(owner)).find(({ businessId }) => businessId === business.id);
    const first = (await list()).codes.find(({ businessId }) => businessId === business.id);
    await ageCodesAndPages(app, owner.accountId);
    expect((await owner.call('DELETE', `/businesses/${business.id}`)).status).toBe(200);
    for (const code of [second?.slug ?? '', codeIn(first ?? { url: '' })])
      expect(await retired(code), code).toMatchObject({ business_name: 'Second' });
  });

  test('codes and plain links outlive their account, with the public links and nothing else', async () => {
    const leaver = await app.signIn('leaver@example.com');
    const [own] = (await pipelinesOf(leaver)) as [Pipeline];
    const [code] = (await list(leaver)).codes;
    const { businesses } = (await leaver.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    const saved = await leaver.call('PUT', `/locations/${businesses[0]?.locations[0]?.id}/destinations`, {
      destinations: [
        {
          label: 'Google',
          url: 'https://search.google.com/local/writereview?placeid=ChIJ1234567890abcdef',
          hidden: false,
        },
      ],
    });
    expect(saved.status, saved.text).toBe(200);
    await inTenant(app.services.db, leaver.accountId, (trx) =>
      trx.updateTable('accounts').set({ deletion_scheduled_for: lastChangedAt }).execute(),
    );
    await ageCodesAndPages(app, leaver.accountId);
    await eraseAccount(app.services.users, leaver.accountId);
    for (const one of [own.slug, codeIn(code ?? { url: '' })])
      expect(await retired(one), one).toEqual({
        business_name: own.businessName,
        destinations: [
          {
            source: 'google',
            label: 'Google',
            url: expect.stringMatching(/^https:\/\/search\.google\.com\//),
          },
        ],
      });
  });

  test('an account retires its own codes only', async () => {
    const other = await app.signIn('other@example.com');
    const [theirs] = (await list(other)).codes;
    await expect(
      inTenant(app.services.db, owner.accountId, (trx) =>
        trx
          .insertInto('retired_codes')
          .values({ code: codeIn(theirs ?? { url: '' }) })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/);
  });
});
