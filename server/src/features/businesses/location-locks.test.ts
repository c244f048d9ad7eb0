/** A location is not put into a business that another transaction is deleting. PostgreSQL only: the embedded database has one session. */
import type { Business } from '@kindling/contract/businesses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { databaseModes } from '../../testing/database.ts';
import { untilLocksWait } from '../../testing/lock-waits.ts';
import { someLocation } from '../../testing/samples.ts';
import { startTestApp, type TestApp, type TestResponse, type TestUser } from '../../testing/test-app.ts';
import { lockAccount } from '../identity/index.ts';
import { deleteBusiness } from './queries.ts';

describe.each(databaseModes.filter((mode) => mode === 'postgres'))('locks of locations, %s', (mode) => {
  let app: TestApp;
  let user: TestUser;
  let business: Business;
  let doomed: Business;
  beforeAll(async () => {
    app = await startTestApp(mode);
    user = await app.signIn('owner@example.com');
    business = await createBusiness('Stays');
  });
  afterAll(() => app.close());

  async function createBusiness(name: string): Promise<Business> {
    return ((await user.call('POST', '/businesses', { name })).json as { business: Business }).business;
  }
  /** The answer to a call that begins after the business was deleted, and before that is committed. */
  async function duringDeletion(call: () => Promise<TestResponse>): Promise<TestResponse> {
    const { db } = app.services;
    let answer: Promise<TestResponse> | undefined;
    await inTenant(db, user.accountId, async (trx) => {
      await lockAccount(trx, user.accountId);
      expect(await deleteBusiness(trx, user.accountId, doomed.id)).toBe(true);
      answer = call();
      await untilLocksWait(db, 1);
    });
    if (answer === undefined) throw new Error('The call was not made.');
    return answer;
  }
  const refusal = { status: 404, code: 'not-found' };

  test('a location is not moved there', async () => {
    doomed = await createBusiness('Doomed');
    const [location] = business.locations;
    const { status, json } = await duringDeletion(() =>
      user.call('PUT', `/locations/${location?.id}`, {
        ...someLocation,
        businessId: doomed.id,
        updatedAt: location?.updatedAt,
      }),
    );
    expect({ status, ...(json as object) }).toMatchObject(refusal);
  });

  test('a location is not added there', async () => {
    doomed = await createBusiness('Doomed as well');
    const { status, json } = await duringDeletion(() =>
      user.call('POST', `/businesses/${doomed.id}/locations`, someLocation),
    );
    expect({ status, ...(json as object) }).toMatchObject(refusal);
  });
});
