/** For tests only: what a tenant has for collecting reviews, and what visitors left. */
import { plainDesign } from '@kindling/contract/code-looks';
import type { Transaction } from 'kysely';
import { inTenant } from '../db/transaction.ts';
import type { DB } from '../db/types.gen.ts';
import { insertCodes } from '../features/codes/queries.ts';
import { addressHash, maskAddress } from '../features/review-requests/addresses.ts';
import { addToDay, noteContact } from '../features/review-requests/suppression-queries.ts';
import { type FirstPartyReview, storeFirstPartyReview } from '../features/reviews/index.ts';
import { newId, newPublicCode } from '../lib/ids.ts';
import { addFeedback } from './feedback-fixture.ts';
import { lastChangedAt } from './samples.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface CollectIds {
  /** A pipeline of the location, and a code that leads to it. */
  pipelineId: string;
  codeId: string;
  /** Two submissions that wait for a decision. */
  heldId: string;
  otherHeldId: string;
  /** A private message with a note. */
  feedbackId: string;
  /** A campaign that is sent next week, and an address that gets no invitations. */
  campaignId: string;
  suppressionId: string;
  /** Two first-party reviews. */
  firstPartyId: string;
  otherFirstPartyId: string;
}

/** Makes the codes and pages of the account so old that they leave their public links when they are deleted. */
export async function ageCodesAndPages(
  { services }: Pick<TestApp, 'services'>,
  accountId: string,
): Promise<void> {
  await inTenant(services.db, accountId, async (trx) => {
    for (const table of ['codes', 'pipelines'] as const)
      await trx
        .updateTable(table)
        .set({ created_at: lastChangedAt })
        .where('account_id', '=', accountId)
        .execute();
  });
}

/** Adds a pipeline of one location, a code that leads to it, a logo, what the code brought, and what visitors left. */
export async function addCollecting(
  app: TestApp,
  user: TestUser,
  mark: string,
  place: { businessId: string; locationId: string },
): Promise<CollectIds> {
  const made = await user.call('POST', '/pipelines', { ...place, name: `${mark} page` });
  const { pipeline } = made.json as { pipeline: { id: string } };
  const codeId = newId();
  const account_id = user.accountId;
  await inTenant(app.services.db, account_id, async (trx) => {
    await insertCodes(trx, account_id, 'qr', [
      {
        id: codeId,
        code: newPublicCode(),
        businessId: place.businessId,
        pipelineId: pipeline.id,
        locationId: place.locationId,
        name: `${mark} code`,
        series: null,
        design: { ...plainDesign, logo: { kind: 'none' } },
        contact: null,
      },
    ]);
    await trx
      .updateTable('codes')
      .set({ updated_at: lastChangedAt })
      .where('account_id', '=', account_id)
      .where('id', '=', codeId)
      .execute();
    await trx
      .insertInto('code_logos')
      .values({ account_id, hash: `${mark} logo`, type: 'image/png', bytes: Buffer.from(mark) })
      .execute();
    await trx
      .insertInto('business_logos')
      .values({
        account_id,
        business_id: place.businessId,
        hash: `${mark} business logo`,
        type: 'image/png',
        width: 1,
        height: 1,
        bytes: Buffer.from(mark),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await addVisits(trx, account_id, { mark, pipelineId: pipeline.id, codeId, locationId: place.locationId });
  });
  const [heldId, otherHeldId] = [newId(), newId()];
  await inTenant(app.services.db, account_id, async (trx) => {
    for (const id of [heldId, otherHeldId])
      await insertHeld(trx, account_id, { id, mark, pipelineId: pipeline.id, locationId: place.locationId });
    await trx
      .insertInto('spent_proofs')
      .values({ account_id, id: `${mark} proof`, submission_id: heldId, expires_at: new Date() })
      .execute();
    await trx
      .insertInto('former_slugs')
      .values({ account_id, slug: `${mark.toLowerCase()}-${newPublicCode()}`, pipeline_id: pipeline.id })
      .execute();
    await trx
      .insertInto('destinations')
      .values({
        account_id,
        id: newId(),
        location_id: place.locationId,
        position: 1,
        ...someDestination(mark),
      })
      .execute();
    await trx
      .updateTable('pipelines')
      .set({ updated_at: lastChangedAt })
      .where('account_id', '=', account_id)
      .where('id', '=', pipeline.id)
      .execute();
  });
  const [firstPartyId, otherFirstPartyId] = [newId(), newId()];
  await inTenant(app.services.db, account_id, async (trx) => {
    for (const id of [firstPartyId, otherFirstPartyId])
      await storeFirstPartyReview(trx, account_id, someFirstPartyReview(id, mark, place.locationId));
  });
  const feedbackId = await addFeedback(app, account_id, {
    locationId: place.locationId,
    message: `${mark} message`,
    authorName: `${mark} visitor`,
    contact: `${mark}-visitor@example.com`,
  });
  await user.call('POST', `/feedback/${feedbackId}/notes`, { noteId: newId(), text: `${mark} note` });
  const requests = await addReviewRequests(app, user, mark, { pipelineId: pipeline.id, ...place });
  return {
    pipelineId: pipeline.id,
    codeId,
    heldId,
    otherHeldId,
    feedbackId,
    firstPartyId,
    otherFirstPartyId,
    ...requests,
  };
}

async function addReviewRequests(
  app: TestApp,
  user: TestUser,
  mark: string,
  { pipelineId, locationId }: { pipelineId: string; locationId: string },
): Promise<Pick<CollectIds, 'campaignId' | 'suppressionId'>> {
  const campaignId = newId();
  const day = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
  const made = await user.call('POST', '/review-requests', {
    id: campaignId,
    pipelineId,
    locationId,
    name: `${mark} campaign`,
    language: 'en',
    subject: `${mark} subject`,
    message: `${mark} request`,
    postalAddress: `${mark} street`,
    reminder: null,
    recipients: [{ email: `${mark}-guest@example.com`, name: `${mark} guest` }],
    consent: { basis: 'customer', source: `${mark} list`, confirmed: true },
    when: { day, hour: 9 },
  });
  if (made.status !== 201) throw new Error(`The campaign was answered with ${made.status}: ${made.text}`);
  const email = `${mark}-never@example.com`;
  const added = await user.call('POST', '/review-requests/suppressions', { email });
  const { suppression } = added.json as { suppression: { id: string } };
  const { accountId } = user;
  await inTenant(app.services.db, accountId, async (trx) => {
    const contact = { hash: addressHash(accountId, email), masked: maskAddress(email), now: new Date() };
    await noteContact(trx, accountId, contact);
    await addToDay(trx, accountId, { local: '2026-01-02', utc: '2026-01-02' }, { sent: 1 });
  });
  return { campaignId, suppressionId: suppression.id };
}

/** Older than the other reviews of a tenant, whose lists begin with the newest. */
function someFirstPartyReview(id: string, mark: string, locationId: string): FirstPartyReview {
  return {
    id,
    locationId,
    rating: 4,
    thumb: null,
    text: `${mark} direct review`,
    authorName: `${mark} visitor`,
    writtenAt: new Date('2020-01-02T12:00:00Z'),
    invited: false,
    contact: null,
    answers: [],
  };
}

function someDestination(mark: string) {
  return { label: `${mark} site`, url: 'https://www.yelp.com/writeareview/biz/abc' };
}

/** A submission that waits for a decision. */
async function insertHeld(
  trx: Transaction<DB>,
  accountId: string,
  held: { id: string; mark: string; pipelineId: string; locationId: string },
): Promise<void> {
  await trx
    .insertInto('submissions')
    .values({
      account_id: accountId,
      id: held.id,
      pipeline_id: held.pipelineId,
      location_id: held.locationId,
      door: 'link',
      state: 'held',
      held_for: ['links'],
      rating: 3,
      text: `${held.mark} held text`,
      locale: 'en',
      created_at: new Date(),
    })
    .execute();
}

/** A day of visits of a page, and where they came from. */
async function addVisits(
  trx: Transaction<DB>,
  account_id: string,
  of: { mark: string; pipelineId: string; codeId: string; locationId: string },
): Promise<void> {
  const day = {
    account_id,
    pipeline_id: of.pipelineId,
    location_id: of.locationId,
    day: '2026-01-02',
    visits: 1,
  };
  await trx
    .insertInto('door_days')
    .values({ ...day, door: 'qr', code_id: of.codeId })
    .execute();
  await trx
    .insertInto('door_country_days')
    .values({ ...day, country: 'PT', state: of.mark.slice(0, 2) })
    .execute();
}
