/** Quotas count all imports of the account, whichever of them the caller sees, and leave something for the others. */
import { importLimits } from '@kindling/contract/import-files';
import type { Import } from '@kindling/contract/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anyMode, queryAsOwner } from '../../testing/database.ts';
import { getImport, sendPart } from '../../testing/import-files.ts';
import { addTeamMember } from '../../testing/team-fixture.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { importQuotas } from './quotas.ts';

const ofAccount = { status: 429, json: { code: 'rate-limited', retryAfter: expect.any(Number) } };
const ofPerson = { status: 429, json: { code: 'import-share-used', retryAfter: expect.any(Number) } };

describe('import quotas of an account with limited members', () => {
  let app: TestApp;
  let owner: TestUser;
  /** Two managers who are limited to the same location, so neither sees what the other begins. */
  let ann: TestUser;
  let ben: TestUser;
  let round = 0;

  beforeAll(async () => {
    app = await startTestApp(anyMode);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    round += 1;
    owner = await app.signIn(`owner${round}@example.com`);
    const { businesses } = (await owner.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    const locationIds = businesses.flatMap(({ locations }) => locations.map(({ id }) => id));
    const add = (name: string) =>
      addTeamMember(app, owner, `${name}${round}@example.com`, { role: 'manager', locationIds });
    [ann, ben] = [await add('ann'), await add('ben')];
  });

  const start = (user: TestUser, bytes: number = importLimits.bytes) =>
    user.call('POST', '/imports', { files: [{ name: 'x.csv', bytes }] });

  async function begin(user: TestUser, bytes?: number): Promise<string> {
    const answer = await start(user, bytes);
    expect(answer.status, answer.text).toBe(201);
    return (answer.json as { import: Import }).import.id;
  }

  /** Imports of today that are over. */
  function addEnded(user: TestUser, count: number) {
    return queryAsOwner(
      app.services.db,
      `insert into imports (account_id, id, created_by, files, state, finished_at)
       select $1, gen_random_uuid(), $2, '[]', 'canceled', now() from generate_series(1, $3::int)`,
      [user.accountId, user.userId, count],
    );
  }

  test('stored bytes are limited per person, and per account over all members', async () => {
    await begin(owner);
    for (const user of [ann, ben]) {
      await begin(user);
      await begin(user);
    }
    expect(await start(ann)).toMatchObject(ofAccount);
    expect(await start(ben)).toMatchObject(ofAccount);
    expect(await start(owner)).toMatchObject(ofAccount);
    await queryAsOwner(app.services.db, `update imports set state = 'publishing' where created_by = $1`, [
      ann.userId,
    ]);
    await queryAsOwner(app.services.db, `delete from imports where created_by <> $1 and account_id = $2`, [
      ann.userId,
      owner.accountId,
    ]);
    await begin(ann);
    expect(await start(ann)).toMatchObject(ofPerson);
    await begin(ben);
  });

  test('one member cannot begin all imports of a day, and all members together no more than the account may', async () => {
    const { account, person } = importQuotas;
    await addEnded(ann, person.maxBegunPerDay);
    expect(await start(ann, 3)).toMatchObject(ofPerson);
    await begin(ben, 3);
    await addEnded(ben, account.maxBegunPerDay - person.maxBegunPerDay - 2);
    await begin(owner, 3);
    for (const user of [ben, owner]) expect(await start(user, 3)).toMatchObject(ofAccount);
  });

  test('a new import replaces the caller’s own oldest one, and none of others', async () => {
    const others = [await begin(owner, 3), await begin(owner, 3), await begin(owner, 3)];
    const colleague = await addTeamMember(app, owner, `carl${round}@example.com`, {
      role: 'manager',
      locationIds: null,
    });
    const own: string[] = [];
    for (let count = 0; count < 4; count += 1) own.push(await begin(colleague, 3));
    const statesOf = (ids: string[]) =>
      Promise.all(ids.map(async (id) => (await getImport(owner, id)).state));
    expect(await statesOf(others)).toEqual(['uploading', 'uploading', 'uploading']);
    expect(await statesOf(own)).toEqual(['replaced', 'uploading', 'uploading', 'uploading']);
  });

  test('written bytes are limited per person, and per account over all members', async () => {
    const { account, person } = importQuotas;
    const setWritten = (id: string, bytes: number) =>
      queryAsOwner(app.services.db, 'update imports set written = $2 where id = $1', [id, bytes]);
    const send = async (user: TestUser): Promise<TestResponse> =>
      sendPart(app, user, { id: await begin(user, 3) }, Buffer.from('abc'));
    await setWritten(await begin(ann, 3), person.maxWrittenBytesPerDay - 2);
    expect(await send(ann)).toMatchObject(ofPerson);
    expect((await send(ben)).status).toBe(204);
    await setWritten(await begin(ben, 3), account.maxWrittenBytesPerDay - person.maxWrittenBytesPerDay - 3);
    for (const user of [ben, owner]) expect(await send(user)).toMatchObject(ofAccount);
  });
});
