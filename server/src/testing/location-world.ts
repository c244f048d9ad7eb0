/** For tests only: an account whose rows belong half to the locations of one member, half to those of another. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { inTenant } from '../db/transaction.ts';
import { insertImport } from '../features/imports/queries.ts';
import { withCallerScope } from '../lib/caller-scope.ts';
import { newId } from '../lib/ids.ts';
import { someSettings } from './api-requests.ts';
import { addTeamMember } from './team-fixture.ts';
import { createTenantFixture, type TenantFixture } from './tenant-fixture.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface LocationWorld {
  own: TenantFixture;
  hidden: TenantFixture;
  ownLocations: string[];
  hiddenLocations: string[];
  /** Embeds that show the hidden locations too: by having no limit, by their draft, by what is published. */
  sharedEmbeds: string[];
  /** Of a member who sees all locations. */
  importWithoutLocation: string;
  ownMember: TestUser;
  hiddenMember: TestUser;
}

/** One account with the rows of two fixtures; each has a business of its own for its locations. */
export async function createLocationWorld(app: TestApp): Promise<LocationWorld> {
  const own = await createTenantFixture(app, 'own');
  const hidden = await createTenantFixture(app, 'elsewhere', own.user);
  const { user } = own;
  hidden.ids.businessId = hidden.ids.emptyBusinessId;
  const locations = await inTenant(app.services.db, user.accountId, async (trx) => {
    await sql`update locations set business_id = ${hidden.ids.businessId} where name like 'elsewhere%'`.execute(
      trx,
    );
    await sql`update reply_templates set business_id = ${hidden.ids.businessId}
      where name like 'elsewhere%'`.execute(trx);
    await sql`insert into business_logos (account_id, business_id, hash, type, width, height, bytes)
      select account_id, ${hidden.ids.businessId}, 'elsewhere business logo', type, width, height, bytes
        from business_logos limit 1`.execute(trx);
    await sql`update reviews set answered = false, reply_text = null, reply_state = 'none'
      where rating = 1 and listing_id is not null`.execute(trx);
    await sql`update listings set platform_average = 4.5,
      platform_count = case when name like 'elsewhere%' then 1000 else 10 end`.execute(trx);
    return trx.selectFrom('locations').select(['id', 'name']).execute();
  });
  const isHidden = ({ name }: { name: string }) => name.startsWith('elsewhere');
  const ownLocations = locations.filter((one) => !isHidden(one)).map(({ id }) => id);
  const hiddenLocations = locations.filter(isHidden).map(({ id }) => id);
  const sharedEmbeds = await addSharedEmbeds(app, own, hidden);
  const importWithoutLocation = newId();
  await inTenant(app.services.db, user.accountId, (trx) =>
    insertImport(trx, user.accountId, {
      id: importWithoutLocation,
      userId: user.userId,
      files: [{ name: 'elsewhere.csv', bytes: 10 }],
    }),
  );
  const member = (email: string, locationIds: string[]) =>
    addTeamMember(app, user, email, { role: 'manager', locationIds });
  const world = {
    own,
    hidden,
    ownLocations,
    hiddenLocations,
    sharedEmbeds,
    importWithoutLocation,
    ownMember: await member('own@location.example', ownLocations),
    hiddenMember: await member('hidden@location.example', hiddenLocations),
  };
  await addInvitations(app, world);
  await addBulkActions(world);
  return world;
}

async function addSharedEmbeds(app: TestApp, own: TenantFixture, hidden: TenantFixture): Promise<string[]> {
  const { user } = own;
  const only = (locationIds: string[]) => ({ ...someSettings(''), locationIds });
  const both = [own.ids.locationId, hidden.ids.locationId];
  const ids: string[] = [];
  for (const settings of [only([]), only(both), only(both)]) {
    const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'elsewhere shared', settings });
    ids.push((made.json as { embed: { id: string } }).embed.id);
  }
  for (const id of ids) expect((await user.call('POST', `/embeds/${id}/publish`)).status).toBe(200);
  const change = { name: 'elsewhere published', settings: only([own.ids.locationId]) };
  expect((await user.call('PUT', `/embeds/${ids[2]}`, change)).status).toBe(200);
  const day = {
    account_id: user.accountId,
    day: '2026-01-02',
    site: 'elsewhere.example',
    country: 'PT',
    views: 7,
  };
  await inTenant(app.services.db, user.accountId, (trx) =>
    trx
      .insertInto('embed_days')
      .values(ids.map((embed_id) => ({ ...day, embed_id })))
      .execute(),
  );
  const { account_id, day: date, views } = day;
  await inTenant(app.services.db, user.accountId, (trx) =>
    trx
      .insertInto('embed_state_days')
      .values(ids.map((embed_id) => ({ account_id, day: date, embed_id, state: 'OR', views })))
      .execute(),
  );
  return ids;
}

/** An action of each member on their half of the reviews; it has not begun. */
async function addBulkActions({ own, hidden, ownMember, hiddenMember }: LocationWorld): Promise<void> {
  for (const [member, { ids }] of [
    [ownMember, own],
    [hiddenMember, hidden],
  ] as const) {
    const body = { selection: { ids: [ids.reviewId] }, action: { kind: 'tag', tagId: own.ids.tagId } };
    expect((await member.call('POST', '/bulk-actions', body)).status).toBe(202);
  }
}

/** An invitation to each half. */
function addInvitations(app: TestApp, { own, hidden }: Pick<LocationWorld, 'own' | 'hidden'>): Promise<void> {
  const account_id = own.user.accountId;
  return inTenant(app.services.db, account_id, async (trx) => {
    for (const { ids } of [own, hidden]) {
      const [id, token_hash] = [newId(), Buffer.from(newId().replaceAll('-', '').padEnd(64, '0'), 'hex')];
      const invitation = { account_id, id, email: `${id}@example.com`, role: 'viewer', all_locations: false };
      await trx
        .insertInto('invitations')
        .values({ ...invitation, token_hash, expires_at: new Date() })
        .execute();
      const place = { account_id, invitation_id: id, location_id: ids.locationId };
      await trx.insertInto('invitation_locations').values(place).execute();
    }
  });
}

/** Runs `work` as a request of this member would. */
export function asMemberOf<T>(member: TestUser, work: () => Promise<T>): Promise<T> {
  const { accountId, userId, locationIds } = member;
  return withCallerScope({ accountId, locationIds, actor: { kind: 'person', userId } }, work);
}
