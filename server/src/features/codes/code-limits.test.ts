/** How many codes and pipelines an account may have, and which of them end with their pipeline. */
import { plainDesign } from '@kindling/contract/code-looks';
import { type ListedCode, maxCodes } from '@kindling/contract/codes';
import { maxPipelines, type Pipeline } from '@kindling/contract/pipelines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { newId, newPublicCode } from '../../lib/ids.ts';
import { featureModes, queryAsOwner } from '../../testing/database.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { insertPipeline } from '../pipelines/queries.ts';
import { insertCodes } from './queries.ts';

describe.each(featureModes)('the limits of codes and pipelines, %s', (mode) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());

  async function pipelinesOf(user: TestUser): Promise<Pipeline[]> {
    return ((await user.call('GET', '/pipelines')).json as { pipelines: Pipeline[] }).pipelines;
  }
  async function codesOf(user: TestUser): Promise<ListedCode[]> {
    return ((await user.call('GET', '/codes?kind=qr&days=30')).json as { codes: ListedCode[] }).codes;
  }
  async function firstPage(user: TestUser): Promise<Pipeline> {
    return (await pipelinesOf(user))[0] as Pipeline;
  }
  /** Adds codes of all locations until the account has `count`. */
  async function fillCodes(user: TestUser, count: number): Promise<void> {
    const { id, businessId } = await firstPage(user);
    const known = await codesOf(user);
    const code = { businessId, pipelineId: id, locationId: null, name: 'Table', series: null, contact: null };
    const design = { ...plainDesign, logo: { kind: 'none' } } as const;
    const made = Array.from({ length: count - known.length }, () => ({ id: newId(), code: newPublicCode() }));
    await inTenant(app.services.db, user.accountId, (trx) =>
      insertCodes(
        trx,
        user.accountId,
        'qr',
        made.map((one) => ({ ...one, ...code, design })),
      ),
    );
  }
  async function fillPipelines(user: TestUser, count: number): Promise<void> {
    const pages = await pipelinesOf(user);
    const businessId = pages[0]?.businessId ?? '';
    await inTenant(app.services.db, user.accountId, async (trx) => {
      for (let left = count - pages.length; left > 0; left -= 1)
        await insertPipeline(trx, user.accountId, {
          id: newId(),
          businessId,
          locationId: null,
          name: 'Page',
          slug: newPublicCode(),
        });
    });
  }
  function makeCodes(user: TestUser, page: Pipeline, locationId: string | null, count: number) {
    const names = Array.from({ length: count }, (_, index) => `Code ${index}`);
    const place = { pipelineId: page.id, locationId };
    return user.call('POST', '/codes', { kind: 'qr', names, series: null, ...place, design: plainDesign });
  }
  function makePage(user: TestUser, page: Pipeline, locationId: string | null) {
    return user.call('POST', '/pipelines', { businessId: page.businessId, locationId, name: 'Terrace' });
  }
  async function addSecondLocation(user: TestUser, { businessId }: Pipeline): Promise<string> {
    const place = { name: 'Harbor', address: null, country: null, phone: null, timeZone: null };
    const made = await user.call('POST', `/businesses/${businessId}/locations`, place);
    expect(made.status, made.text).toBe(201);
    return (made.json as { location: { id: string } }).location.id;
  }

  test('a member who is limited to a location does not pass the limits of the account', async () => {
    const owner = await app.signIn('limits@example.com');
    const page = await firstPage(owner);
    const harbor = await addSecondLocation(owner, page);
    const member = await addTeamMember(app, owner, 'harbor@example.com', {
      role: 'manager',
      locationIds: [harbor],
    });
    const { accountId } = owner;
    const { locationId: other } = await inTenant(app.services.db, accountId, (trx) =>
      trx
        .selectFrom('locations')
        .select('id as locationId')
        .where('account_id', '=', accountId)
        .where('id', '<>', harbor)
        .executeTakeFirstOrThrow(),
    );
    expect((await makePage(member, page, null)).status, 'all locations').toBe(403);
    expect((await makePage(member, page, other)).status, 'a location of others').toBe(404);
    expect((await makeCodes(member, page, other, 1)).status, 'a location of others').toBe(400);
    await fillCodes(owner, maxCodes - 1);
    await inTenant(app.services.db, accountId, (trx) =>
      trx.updateTable('codes').set({ location_id: other }).where('account_id', '=', accountId).execute(),
    );
    expect((await makeCodes(member, page, harbor, 2)).json).toMatchObject({ code: 'limit-reached' });
    expect((await makeCodes(member, page, harbor, 1)).status).toBe(201);
    expect(await codesOf(owner)).toHaveLength(maxCodes);
    await fillPipelines(owner, maxPipelines);
    await inTenant(app.services.db, accountId, (trx) =>
      trx
        .updateTable('pipelines')
        .set({ location_id: other })
        .where('account_id', '=', accountId)
        .where('id', '<>', page.id)
        .execute(),
    );
    expect((await makePage(member, page, harbor)).json).toMatchObject({ code: 'limit-reached' });
  });

  test('creates at the same time do not pass the limit, and a page begins without a code then', async () => {
    const owner = await app.signIn('at-once@example.com');
    const page = await firstPage(owner);
    await fillCodes(owner, maxCodes - 2);
    const answers = await Promise.all([0, 1, 2].map(() => makeCodes(owner, page, null, 2)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect((await makePage(owner, page, null)).status).toBe(201);
    const codes = await codesOf(owner);
    expect(codes).toHaveLength(maxCodes);
    expect(codes.every(({ pipelineId }) => pipelineId === page.id)).toBe(true);
    const { rows } = await inTenant(app.services.db, owner.accountId, async (trx) => ({
      rows: await trx.selectFrom('codes').select('id').where('account_id', '=', owner.accountId).execute(),
    }));
    expect(rows).toHaveLength(maxCodes);
  });

  test('the first code of a page is deleted with it, unless it was visited or changed', async () => {
    const owner = await app.signIn('first-codes@example.com');
    const page = await firstPage(owner);
    const { accountId } = owner;
    async function makeWithCode() {
      const made = (await makePage(owner, page, null)).json as { pipeline: Pipeline };
      const code = (await codesOf(owner)).find(({ pipelineId }) => pipelineId === made.pipeline.id);
      return { pipelineId: made.pipeline.id, codeId: code?.id ?? '' };
    }
    const remove = async (pipelineId: string) =>
      expect((await owner.call('DELETE', `/pipelines/${pipelineId}`)).status).toBe(200);
    for (let round = 0; round < 3; round += 1) await remove((await makeWithCode()).pipelineId);
    expect(await codesOf(owner)).toHaveLength(1);

    const visited = await makeWithCode();
    const day = { day: '2026-01-02', door: 'qr', visits: 1 };
    await inTenant(app.services.db, accountId, (trx) =>
      trx
        .insertInto('door_days')
        .values({
          account_id: accountId,
          pipeline_id: visited.pipelineId,
          code_id: visited.codeId,
          ...day,
        })
        .execute(),
    );
    const changed = await makeWithCode();
    const { code } = (await owner.call('GET', `/codes/${changed.codeId}`)).json as { code: ListedCode };
    const { series, pipelineId, locationId, design, contact, updatedAt } = code;
    const change = { name: 'Terrace door', series, pipelineId, locationId, design, contact, updatedAt };
    expect((await owner.call('PUT', `/codes/${changed.codeId}`, change)).status).toBe(200);
    for (const { pipelineId: id } of [visited, changed]) await remove(id);
    expect((await codesOf(owner)).map(({ id }) => id)).toEqual(
      expect.arrayContaining([visited.codeId, changed.codeId]),
    );
  });

  test('what is young and was never visited leaves nothing when it is deleted', async () => {
    const owner = await app.signIn('young@example.com');
    const page = await firstPage(owner);
    const { accountId } = owner;
    async function isRetired(code: string): Promise<boolean> {
      const sql = `select code from retired_codes where code = '${code}'`;
      return (await queryAsOwner(app.services.db, sql)).rows.length > 0;
    }
    const made = (await makeCodes(owner, page, null, 2)).json as { ids: string[] };
    const codes = await codesOf(owner);
    const [young, visited] = made.ids.map((one) => {
      const url = codes.find(({ id }) => id === one)?.url ?? '';
      return { id: one, code: url.split('/').at(-1) ?? '' };
    });
    const day = { day: '2026-01-02', door: 'qr', visits: 1, code_id: visited?.id ?? '' };
    await inTenant(app.services.db, accountId, (trx) =>
      trx
        .insertInto('door_days')
        .values({ account_id: accountId, pipeline_id: page.id, ...day })
        .execute(),
    );
    for (const one of [young, visited])
      expect((await owner.call('DELETE', `/codes/${one?.id}`)).status).toBe(200);
    expect(await isRetired(young?.code ?? '')).toBe(false);
    expect(await isRetired(visited?.code ?? '')).toBe(true);
    const { pipeline } = (await makePage(owner, page, null)).json as { pipeline: Pipeline };
    expect((await owner.call('DELETE', `/pipelines/${pipeline.id}`)).status).toBe(200);
    expect(await isRetired(pipeline.slug)).toBe(false);
  });

  test('two hundred codes are deleted in an hour', async () => {
    const owner = await app.signIn('deletes@example.com');
    for (let left = 200; left > 0; left -= 1)
      expect((await owner.call('DELETE', `/codes/${newId()}`)).status).toBe(404);
    const refused = await owner.call('DELETE', `/codes/${newId()}`);
    expect(refused).toMatchObject({ status: 429, json: { code: 'rate-limited' } });
  });
});
