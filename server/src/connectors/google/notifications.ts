/** Google's notifications of new and changed reviews, by Pub/Sub. */
import { type CallOptions, ConnectorFailure, type FailureKind, type Tokens } from '../connector.ts';
import type { GoogleClient } from './client.ts';
import * as wire from './wire.ts';

/** The notification types that concern reviews. */
const reviewNotificationTypes = ['NEW_REVIEW', 'UPDATED_REVIEW'];

/** Failures that only mean that there will be no webhooks. Reading works without them, so they are ignored. */
const toleratedKinds = new Set<FailureKind>(['reauthorize', 'not-approved', 'gone', 'rejected']);

/**
 * Lets Google publish to `topic` about the reviews of the account that reaches this listing. An account has one setting
 * with one topic: a topic of another tool is not changed, and types that somebody added to ours are kept.
 * @throws ConnectorFailure `retry-after` and `unexpected-answer` only.
 */
export async function subscribeToReviews(
  client: GoogleClient,
  tokens: Tokens,
  listing: { resourceName: string },
  topic: string,
  { signal }: CallOptions,
): Promise<void> {
  const account = /^accounts\/[\w-]+/.exec(listing.resourceName)?.[0];
  if (account === undefined) return;
  const name = `${account}/notificationSetting`;
  const request = { api: 'notifications', path: `/v1/${name}` } as const;
  try {
    const now = await client.call(tokens.accessToken, request, wire.notificationSetting, signal);
    if (now.pubsubTopic && now.pubsubTopic !== topic) return;
    const types = [...new Set([...now.notificationTypes, ...reviewNotificationTypes])];
    if (now.pubsubTopic === topic && types.length === now.notificationTypes.length) return;
    const change = {
      ...request,
      method: 'PATCH',
      query: { updateMask: 'pubsubTopic,notificationTypes' },
      json: { name, pubsubTopic: topic, notificationTypes: types },
    } as const;
    await client.call(tokens.accessToken, change, wire.notificationSetting, signal);
  } catch (error) {
    if (!(error instanceof ConnectorFailure && toleratedKinds.has(error.kind))) throw error;
  }
}
