/** What is called like its business follows the name of the business, over HTTP. */
import type { Business } from '@kindling/contract/businesses';
import type { ListedCode } from '@kindling/contract/codes';
import type { Pipeline } from '@kindling/contract/pipelines';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { featureModes } from '../../testing/database.ts';
import { connectListings } from '../../testing/factories.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { createVisitor, firstPipeline } from '../../testing/visitor.ts';

describe.each(featureModes)('the name of a business, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let former: Pipeline;
  let people = 0;
  beforeAll(async () => {
    app = await startTestApp(mode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    people += 1;
    owner = await app.signIn(`rosa-${people}@example.com`);
    former = await firstPipeline(owner);
  });

  async function business(): Promise<Business> {
    const [first] = ((await owner.call('GET', '/businesses')).json as { businesses: Business[] }).businesses;
    if (first === undefined) throw new Error('No business');
    return first;
  }
  async function codes(): Promise<ListedCode[]> {
    return ((await owner.call('GET', '/codes?kind=qr&days=30')).json as { codes: ListedCode[] }).codes;
  }
  async function rename(name: string): Promise<void> {
    const { id, website } = await business();
    const answer = await owner.call('PUT', `/businesses/${id}`, { name, website });
    expect(answer.status, answer.text).toBe(200);
  }
  async function changePipeline(change: { name?: string; slug?: string }): Promise<void> {
    const { id, name, slug, settings, updatedAt } = former;
    const body = { name, slug, settings, updatedAt, ...change };
    const answer = await owner.call('PUT', `/pipelines/${id}`, body);
    expect(answer.status, answer.text).toBe(200);
  }
  const named = async () => {
    const { name, locations } = await business();
    const pipeline = await firstPipeline(owner);
    const all = [name, locations[0]?.name, pipeline.name, (await codes())[0]?.name];
    return { all, pipeline };
  };

  test('is that of its location, page, first code and plain link', async () => {
    await rename('Café Löwe');
    const { all, pipeline } = await named();
    expect(all).toEqual(Array.from(all, () => 'Café Löwe'));
    expect(pipeline.slug).toMatch(/^cafe-lowe-[2-9a-z]{6}$/);
    expect(pipeline.updatedAt).not.toBe(former.updatedAt);
    const visitor = createVisitor(app);
    expect((await visitor.open(`/c/${pipeline.slug}`)).status).toBe(200);
    const old = await visitor.open(`/c/${former.slug}`);
    expect(old.status, 'a link that is in print').toBeLessThan(400);
    await rename('Café Tiger');
    expect((await named()).all).toEqual(Array.from(all, () => 'Café Tiger'));
  });

  test('does not replace the names that somebody gave', async () => {
    const [location] = (await business()).locations;
    const { businessId, updatedAt } = location as Business['locations'][number];
    const place = { businessId, address: null, country: null, phone: null, timeZone: null, updatedAt };
    const moved = await owner.call('PUT', `/locations/${location?.id}`, { ...place, name: 'Main Street' });
    expect(moved.status, moved.text).toBe(200);
    await changePipeline({ name: 'How was it?' });
    const [code] = await codes();
    const { name: _, ...kept } = code as ListedCode;
    const change = {
      name: 'Counter',
      series: null,
      pipelineId: kept.pipelineId,
      locationId: kept.locationId,
    };
    const { design } = ((await owner.call('GET', `/codes/${kept.id}`)).json as { code: ListedCode }).code;
    const body = { ...change, design, contact: null, updatedAt: kept.updatedAt };
    expect((await owner.call('PUT', `/codes/${kept.id}`, body)).status).toBe(200);
    await rename('Café Löwe');
    const { all, pipeline } = await named();
    expect(all).toEqual(['Café Löwe', 'Main Street', 'How was it?', 'Counter']);
    expect(pipeline.slug).toBe(former.slug);
  });

  test('does not replace a plain link that somebody chose, or opened', async () => {
    await changePipeline({ slug: `my-own-link-${people}` });
    await rename('Café Löwe');
    expect((await named()).pipeline).toMatchObject({ name: 'Café Löwe', slug: `my-own-link-${people}` });
    owner = await app.signIn(`opened-${people}@example.com`);
    former = await firstPipeline(owner);
    const visit = { pipeline_id: former.id, door: 'link', day: '2026-01-02', visits: 1 };
    const none = '00000000-0000-0000-0000-000000000000';
    await inTenant(app.services.db, owner.accountId, (trx) =>
      trx
        .insertInto('door_days')
        .values({ account_id: owner.accountId, code_id: none, location_id: none, ...visit })
        .execute(),
    );
    await rename('Café Löwe');
    expect((await named()).pipeline).toMatchObject({ name: 'Café Löwe', slug: former.slug });
  });

  test('is cut where the name of a code is shorter, and followed from there', async () => {
    const long = 'Konditorei und Kaffeerösterei am alten Marktplatz zu Oberursel 1';
    await rename(long);
    const cut = long.slice(0, 60);
    expect((await named()).all).toEqual([long, long, cut, cut]);
    await rename('Konditorei');
    const { all } = await named();
    expect(all).toEqual(Array.from(all, () => 'Konditorei'));
  });

  test('that the first listing gives is followed as well', async () => {
    await connectListings(app, owner);
    const { all, pipeline } = await named();
    expect(all).toEqual(Array.from(all, () => 'Place google-place'));
    expect(pipeline.slug).toMatch(/^place-google-place-[2-9a-z]{6}$/);
  });
});
