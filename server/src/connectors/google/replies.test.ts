import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGoogleSimulator } from '../../../../simulators/google/server.ts';
import { callsTo, controlSimulator, signInToConnector } from '../../testing/connector-sign-in.ts';
import type { Connector, PlatformListing, Tokens } from '../connector.ts';
import { createGoogleConnector } from './index.ts';
import { toWrittenReply } from './map.ts';
import * as wire from './wire.ts';

const topic = 'projects/kindling/topics/reviews';
const location = 'accounts/1/locations/2';
const review = { externalId: '2/r1', resourceName: `${location}/reviews/r1` };
const replyPath = `/v4/${location}/reviews/r1/reply`;

const world = {
  users: [{ sub: '100', email: 'owner@example.com', name: 'Owner', accounts: ['accounts/1'] }],
  accounts: [{ name: 'accounts/1', accountName: 'My café', type: 'LOCATION_GROUP' }],
  locations: {
    'accounts/1': [
      { name: 'locations/2', title: 'My café', metadata: { placeId: 'x' } },
      { name: 'locations/3', title: 'New', metadata: { placeId: 'y', hasVoiceOfMerchant: false } },
    ],
  },
  reviews: {
    [location]: [
      {
        reviewId: 'r1',
        reviewer: { displayName: 'A. B.' },
        starRating: 'FIVE',
        comment: 'Good',
        createTime: '2026-10-01T10:00:00Z',
        updateTime: '2026-10-01T10:00:00Z',
      },
    ],
  },
};

let google: Awaited<ReturnType<typeof startGoogleSimulator>>;
let connector: Connector;
let tokens: Tokens;
let listing: PlatformListing;
let closed: PlatformListing;

function connect(notifications: { topic: string; url: string } | null): Connector {
  const { url } = google;
  const urls = { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url };
  return createGoogleConnector({ clientId: 'id', clientSecret: 'secret', urls, notifications });
}

beforeAll(async () => {
  google = await startGoogleSimulator({ port: 0, clientId: 'id', clientSecret: 'secret' });
});
afterAll(() => google.close());

beforeEach(async () => {
  await fetch(`${google.url}/_control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  await controlSimulator(google.url, { action: 'seed', data: world });
  connector = connect({ topic, url: google.url });
  const signedIn = await signInToConnector(connector);
  tokens = signedIn.tokens;
  const [first, second] = signedIn.listings;
  if (!first || !second) throw new Error('two locations are expected');
  listing = first;
  closed = second;
});

async function listed() {
  const page = await connector.fetchReviews(tokens, listing, null);
  return page.reviews[0];
}

/** Every failure that is not an answer about the review itself. */
const troubles: [Record<string, unknown>, string][] = [
  [{ with: 'status', status: 401 }, 'reauthorize'],
  [{ with: 'status', status: 403 }, 'reauthorize'],
  [{ with: 'status', status: 403, reason: 'SERVICE_DISABLED' }, 'not-approved'],
  [{ with: 'status', status: 429, retryAfter: '9' }, 'retry-after'],
  [{ with: 'status', status: 500 }, 'retry-after'],
  [{ with: 'status', status: 503 }, 'retry-after'],
  [{ with: 'status', status: 400 }, 'rejected'],
  [{ with: 'cut' }, 'retry-after'],
  [{ with: 'bad-json' }, 'unexpected-answer'],
];

describe('a look-up', () => {
  it('finds the review as the list shows it', async () => {
    expect(await connector.lookUp(tokens, listing, review)).toEqual({
      found: 'there',
      review: await listed(),
    });
  });

  it('uses the account that reaches the listing today, not the stored name', async () => {
    const stale = { externalId: '2/r1', resourceName: 'accounts/99/locations/2/reviews/r1' };
    expect(await connector.lookUp(tokens, listing, stale)).toMatchObject({ found: 'there' });
  });

  it('returns `gone` for a deleted review', async () => {
    await controlSimulator(google.url, { action: 'delete-review', name: review.resourceName });
    expect(await connector.lookUp(tokens, listing, review)).toEqual({ found: 'gone' });
  });

  it.each(troubles)('throws for %j and never returns `gone`', async (fault, kind) => {
    await controlSimulator(google.url, { action: 'fail', match: '/reviews/r1', ...fault });
    await expect(connector.lookUp(tokens, listing, review)).rejects.toMatchObject({ kind });
  });

  it('in an unverified place fails with that reason', async () => {
    const asked = { externalId: '3/r1', resourceName: null };
    const expected = { kind: 'rejected', reason: 'location-unverified' };
    await expect(connector.lookUp(tokens, closed, asked)).rejects.toMatchObject(expected);
  });
});

describe('a reply', () => {
  it('is pending until Google has checked it, then public', async () => {
    const written = await connector.reply(tokens, listing, review, 'Thank you');
    expect(written).toMatchObject({ text: 'Thank you', state: 'sending', reason: null });
    expect(written.at).toBeInstanceOf(Date);
    await controlSimulator(google.url, { action: 'clock', advanceSeconds: 10 });
    expect((await listed())?.reply).toMatchObject({ text: 'Thank you', state: 'published' });
  });

  it('reply-rejected: fails later, with Google’s reason', async () => {
    await controlSimulator(google.url, {
      action: 'moderation',
      verdict: 'REJECTED',
      policyViolation: 'NEW_POLICY',
    });
    await connector.reply(tokens, listing, review, 'Call 555');
    await controlSimulator(google.url, { action: 'clock', advanceSeconds: 10 });
    expect((await listed())?.reply).toMatchObject({ state: 'failed', reason: 'NEW_POLICY' });
  });

  it('reply-timeout-but-applied: sent again it stays one reply, and another text replaces it', async () => {
    await controlSimulator(google.url, { action: 'fail', match: replyPath, with: 'cut' });
    await expect(connector.reply(tokens, listing, review, 'One')).rejects.toMatchObject({
      kind: 'retry-after',
    });
    expect((await listed())?.reply?.text).toBe('One');
    await connector.reply(tokens, listing, review, 'One');
    await connector.reply(tokens, listing, review, 'Two');
    expect((await listed())?.reply?.text).toBe('Two');
  });

  it('is measured in bytes before any request', async () => {
    const fits = `${'é'.repeat(2047)}ab`;
    expect((await connector.reply(tokens, listing, review, fits)).text).toBe(fits);
    await controlSimulator(google.url, { action: 'clear-calls' });
    for (const text of [`${fits}c`, '€'.repeat(1366)]) {
      await expect(connector.reply(tokens, listing, review, text)).rejects.toMatchObject({
        kind: 'rejected',
      });
    }
    expect(await callsTo(google.url, '/reply')).toEqual([]);
  });

  it('to a deleted review fails with `gone`', async () => {
    await controlSimulator(google.url, { action: 'delete-review', name: review.resourceName });
    await expect(connector.reply(tokens, listing, review, 'Hi')).rejects.toMatchObject({ kind: 'gone' });
  });

  it.each(troubles)('throws for %j', async (fault, kind) => {
    await controlSimulator(google.url, { action: 'fail', match: replyPath, ...fault });
    await expect(connector.reply(tokens, listing, review, 'Hi')).rejects.toMatchObject({ kind });
  });

  it.each([
    ['Danke', 'Danke'],
    ['Danke\n\n(Translated by Google)\nThanks', 'Danke'],
    ['(Translated by Google) Thanks\n\n(Original)\nDanke', 'Danke'],
    ['(Translated by Google) Thanks (Original) Danke', 'Danke'],
    ['Danke sehr', 'Danke sehr'],
    ['Danke sehr\n\n(Translated by Google)\nThanks', 'Danke sehr'],
    [null, 'Danke'],
  ])('that Google answers as %j has the text %j', (comment, text) => {
    expect(toWrittenReply(wire.reviewReply.parse({ comment }), 'Danke').text).toBe(text);
  });

  it.each([
    [undefined, 'sending'],
    [null, 'sending'],
    ['REVIEW_REPLY_STATE_UNSPECIFIED', 'sending'],
    ['PENDING', 'sending'],
    ['SOMETHING_NEW', 'sending'],
    ['APPROVED', 'published'],
    ['REJECTED', 'failed'],
  ])('with the state %j is %s', (reviewReplyState, state) => {
    const answer = { comment: 'Danke', reviewReplyState, policyViolation: 'SPAM' };
    const expected = { state, reason: state === 'failed' ? 'SPAM' : null };
    expect(toWrittenReply(wire.reviewReply.parse(answer), 'Danke')).toMatchObject(expected);
  });
});

describe('deleting a reply', () => {
  it('deletes it; one that no longer exists counts as deleted', async () => {
    await connector.reply(tokens, listing, review, 'Hi');
    await connector.deleteReply(tokens, listing, review);
    expect((await listed())?.reply).toBeNull();
    await connector.deleteReply(tokens, listing, review);
    await controlSimulator(google.url, { action: 'delete-review', name: review.resourceName });
    await connector.deleteReply(tokens, listing, review);
    const calls = await callsTo(google.url, replyPath);
    expect(calls.filter((call) => call.startsWith('DELETE'))).toEqual(
      ['200', '404', '404'].map((status) => `DELETE ${replyPath} ${status}`),
    );
  });

  // The body of an answer to DELETE is not read, so a malformed one is no failure.
  it.each(troubles.filter(([fault]) => fault.with !== 'bad-json'))('throws for %j', async (fault, kind) => {
    await controlSimulator(google.url, { action: 'fail', match: replyPath, ...fault });
    await expect(connector.deleteReply(tokens, listing, review)).rejects.toMatchObject({ kind });
  });
});

describe('a subscription', () => {
  const path = '/v1/accounts/1/notificationSetting';
  const setting = async (change?: Record<string, unknown>): Promise<unknown> => {
    const response = await fetch(`${google.url}${path}?updateMask=pubsubTopic,notificationTypes`, {
      method: change ? 'PATCH' : 'GET',
      headers: { authorization: `Bearer ${tokens.accessToken}`, 'content-type': 'application/json' },
      ...(change ? { body: JSON.stringify(change) } : {}),
    });
    return response.json();
  };

  it('sends our topic and the types that concern reviews, once', async () => {
    await connector.subscribe(tokens, listing);
    expect(await setting()).toMatchObject({
      pubsubTopic: topic,
      notificationTypes: ['NEW_REVIEW', 'UPDATED_REVIEW'],
    });
    await controlSimulator(google.url, { action: 'clear-calls' });
    await connector.subscribe(tokens, listing);
    expect(await callsTo(google.url, path)).toEqual([`GET ${path} 200`]);
  });

  it('does not change the topic of another tool', async () => {
    const foreign = { pubsubTopic: 'projects/other/topics/t', notificationTypes: ['NEW_REVIEW'] };
    await setting(foreign);
    await connector.subscribe(tokens, listing);
    expect(await setting()).toMatchObject(foreign);
  });

  it('adds missing types to our topic and keeps types that somebody added', async () => {
    await setting({ pubsubTopic: topic, notificationTypes: ['NEW_KIND', 'NEW_REVIEW'] });
    await connector.subscribe(tokens, listing);
    expect(await setting()).toMatchObject({
      notificationTypes: ['NEW_KIND', 'NEW_REVIEW', 'UPDATED_REVIEW'],
    });
  });

  it.each([401, 403, 404, 400])('does nothing when Google refuses it with %i', async (status) => {
    await controlSimulator(google.url, {
      action: 'fail',
      match: path,
      method: 'PATCH',
      with: 'status',
      status,
    });
    await connector.subscribe(tokens, listing);
    expect(await callsTo(google.url, path)).toContain(`PATCH ${path} ${status}`);
  });

  it('is retried later when Google has an outage', async () => {
    await controlSimulator(google.url, { action: 'fail', match: path, with: 'status', status: 503 });
    await expect(connector.subscribe(tokens, listing)).rejects.toMatchObject({ kind: 'retry-after' });
  });

  it('makes no request when the operator has no topic', async () => {
    await connect(null).subscribe(tokens, listing);
    expect(await callsTo(google.url, path)).toEqual([]);
  });
});
