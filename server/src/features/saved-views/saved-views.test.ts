import { maxSavedViews, type SavedView } from '@kindling/contract/saved-views';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inSystem } from '../../db/transaction.ts';
import { newId } from '../../lib/ids.ts';
import { featureModes } from '../../testing/database.ts';
import { deliverAllEvents } from '../../testing/deliver-events.ts';
import { someLocation } from '../../testing/samples.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { addTag } from '../../testing/triage-fixture.ts';

const someView = { name: 'Five stars', filter: { rating: 5 }, sort: 'newest', shared: false };

describe.each(featureModes)('saved views, %s', (mode) => {
  let app: TestApp;
  let owner: TestUser;
  let viewer: TestUser;
  let places: string[];
  beforeAll(async () => {
    app = await startTestApp(mode);
    owner = await app.signIn('views@example.com');
    viewer = await addTeamMember(app, owner, 'viewer@example.com', { role: 'viewer', locationIds: null });
    const { businesses } = (await owner.call('GET', '/businesses')).json as {
      businesses: { id: string; locations: { id: string }[] }[];
    };
    const business = businesses[0]?.id ?? '';
    const added = await owner.call('POST', `/businesses/${business}/locations`, {
      ...someLocation,
      name: 'Second',
    });
    expect(added.status).toBeLessThan(300);
    const after = (await owner.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    places = after.businesses.flatMap(({ locations }) => locations.map(({ id }) => id));
  });
  afterAll(() => app.close());

  const list = async (user: TestUser) =>
    ((await user.call('GET', '/saved-views')).json as { views: SavedView[] }).views;
  const save = async (user: TestUser, changes: object = {}) => {
    const { status, json } = await user.call('POST', '/saved-views', { ...someView, ...changes });
    return { status, json, view: (json as { view: SavedView }).view };
  };

  test('a view of one’s own is seen and changed by its maker alone', async () => {
    const { view } = await save(viewer, { name: 'Mine' });
    expect(view).toMatchObject({
      name: 'Mine',
      filter: { rating: 5 },
      sort: 'newest',
      shared: false,
      editable: true,
      missing: [],
    });
    expect((await list(owner)).map(({ id }) => id)).not.toContain(view.id);
    const changed = {
      ...someView,
      name: 'Changed',
      sort: 'lowest',
      filter: { search: 'café', answered: false },
    };
    expect((await owner.call('PUT', `/saved-views/${view.id}`, changed)).status).toBe(404);
    expect((await owner.call('DELETE', `/saved-views/${view.id}`)).status).toBe(404);
    const answer = await viewer.call('PUT', `/saved-views/${view.id}`, changed);
    expect((answer.json as { view: SavedView }).view).toMatchObject({ id: view.id, ...changed });
    expect((await viewer.call('DELETE', `/saved-views/${view.id}`)).status).toBe(200);
    expect((await viewer.call('DELETE', `/saved-views/${view.id}`)).status).toBe(404);
    expect((await list(viewer)).map(({ id }) => id)).not.toContain(view.id);
  });

  test('sharing needs the right, and everybody sees what is shared', async () => {
    expect(await save(viewer, { shared: true })).toMatchObject({
      status: 403,
      json: { code: 'role-forbids' },
    });
    const { view } = await save(owner, { name: 'For all', shared: true });
    expect((await list(viewer)).find(({ id }) => id === view.id)).toMatchObject({
      shared: true,
      editable: false,
    });
    expect(await viewer.call('DELETE', `/saved-views/${view.id}`)).toMatchObject({ status: 403 });
    expect(await viewer.call('PUT', `/saved-views/${view.id}`, someView)).toMatchObject({ status: 403 });
    const mine = await save(viewer, { name: 'Mine' });
    const shared = { ...someView, shared: true };
    expect(await viewer.call('PUT', `/saved-views/${mine.view.id}`, shared)).toMatchObject({ status: 403 });
  });

  test('a view says what of it no longer exists, and opens', async () => {
    const tagId = newId();
    await inSystem(app.services.db, (trx) =>
      sql`insert into tags (account_id, id, name, name_key, color)
        values (${owner.accountId}, ${tagId}, 'Staff', 'staff', 'gray')`.execute(trx),
    );
    const filter = { locationId: newId(), businessId: newId(), assigneeId: newId(), tagId };
    const { view } = await save(owner, { filter });
    expect(view.missing).toEqual(['location', 'business', 'assignee']);
    await inSystem(app.services.db, (trx) =>
      sql`update tags set deleted_at = now() where id = ${tagId}`.execute(trx),
    );
    const again = (await list(owner)).find(({ id }) => id === view.id);
    expect(again?.missing).toEqual(['location', 'business', 'tag', 'assignee']);
    expect(again?.filter).toEqual(filter);
    const query = new URLSearchParams(filter);
    expect(await owner.call('GET', `/reviews?${query}`)).toMatchObject({ status: 200, json: { items: [] } });
    const nobody = await save(owner, { filter: { assigneeId: 'none' } });
    expect(nobody.view.missing).toEqual([]);
  });

  test('a view of a merged tag filters by the other tag, and that of a deleted one says so', async () => {
    const [from, into, deleted] = [
      await addTag(owner, 'From'),
      await addTag(owner, 'Into'),
      await addTag(owner, 'Gone'),
    ];
    const merged = await save(owner, { filter: { tagId: from.id, rating: 4 }, shared: true });
    const own = await save(viewer, { filter: { tagId: from.id } });
    const missing = await save(owner, { filter: { tagId: deleted.id } });
    expect((await owner.call('POST', `/tags/${from.id}/merge`, { into: into.id })).status).toBe(200);
    expect((await owner.call('DELETE', `/tags/${deleted.id}`)).status).toBe(200);
    await deliverAllEvents(app.services, owner.accountId);
    const find = async (user: TestUser, { view }: { view: SavedView }) =>
      (await list(user)).find(({ id }) => id === view.id);
    expect(await find(owner, merged)).toMatchObject({ filter: { tagId: into.id, rating: 4 }, missing: [] });
    expect(await find(viewer, own)).toMatchObject({ filter: { tagId: into.id }, missing: [] });
    expect(await find(owner, missing)).toMatchObject({ filter: { tagId: deleted.id }, missing: ['tag'] });
  });

  test('a limited member sees no shared view of another location', async () => {
    const [own = '', other = ''] = places;
    const limited = await addTeamMember(app, owner, 'limited-views@example.com', {
      role: 'manager',
      locationIds: [own],
    });
    const here = await save(owner, { name: 'Here', shared: true, filter: { locationId: own } });
    const elsewhere = await save(owner, { name: 'Elsewhere', shared: true, filter: { locationId: other } });
    const seen = (await list(limited)).map(({ id }) => id);
    expect(seen).toContain(here.view.id);
    expect(seen).not.toContain(elsewhere.view.id);
    expect((await limited.call('DELETE', `/saved-views/${elsewhere.view.id}`)).status).toBe(404);
  });

  test('the number is limited, also when many are saved at once', async () => {
    const user = await app.signIn('many-views@example.com');
    const answers = await Promise.all(Array.from({ length: maxSavedViews + 5 }, () => save(user)));
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    expect(refused[0]?.json).toMatchObject({ code: 'limit-reached' });
    expect(await list(user)).toHaveLength(maxSavedViews);
    expect((await save(user, { shared: true })).status).toBe(200);
  }, 60_000);

  test.each([
    ['no name', { name: ' ' }],
    ['a long name', { name: 'x'.repeat(61) }],
    ['a name with control characters', { name: 'a\u202eb' }],
    ['an unknown filter', { filter: { stars: 5 } }],
    ['an unknown order', { sort: 'random' }],
  ])('%s is refused', async (_, changes) => {
    expect((await save(owner, changes)).status).toBe(400);
  });

  test('a view goes with its maker, a shared one stays', async () => {
    const leaver = await addTeamMember(app, owner, 'leaver@example.com', {
      role: 'manager',
      locationIds: null,
    });
    await save(leaver, { name: 'Private' });
    const shared = await save(leaver, { name: 'Shared', shared: true });
    expect((await owner.call('DELETE', `/team/members/${leaver.userId}`)).status).toBe(200);
    const { rows } = await inSystem(app.services.db, (trx) =>
      sql<{
        id: string;
      }>`select id from saved_views where account_id = ${owner.accountId} and user_id = ${leaver.userId}`.execute(
        trx,
      ),
    );
    expect(rows).toEqual([]);
    expect((await list(owner)).map(({ id }) => id)).toContain(shared.view.id);
  });
});
