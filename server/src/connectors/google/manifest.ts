import { z } from 'zod';
import { type EnvironmentValues, envOptional, envText } from '../../lib/environment.ts';
import { webhookPath } from '../kit/webhooks.ts';
import { defineConnector } from '../manifest.ts';
import { capabilities } from './capabilities.ts';
import { createGoogleConnector } from './index.ts';
import { googleReviewAddresses } from './review-address.ts';
import { simulator } from './simulator.ts';
import { googleArchive } from './takeout.ts';
import { createGoogleWebhooks } from './webhooks.ts';

const variables = {
  GOOGLE_CLIENT_ID: { schema: envOptional(envText), expects: 'the OAuth client id of your Google project' },
  GOOGLE_CLIENT_SECRET: {
    schema: envOptional(envText),
    expects: 'the OAuth client secret of your Google project',
  },
  GOOGLE_CALLS_PER_MINUTE: {
    schema: z.coerce.number().int().min(1).max(100_000).default(capabilities.callsPerMinute),
    expects: 'a whole number of calls from 1 to 100000',
  },
  GOOGLE_PUBSUB_TOPIC: {
    schema: envOptional(z.string().regex(/^projects\/[^\s/]+\/topics\/[^\s/]+$/)),
    expects: 'a Pub/Sub topic such as projects/example/topics/reviews',
  },
  GOOGLE_PUSH_ACCOUNT: {
    schema: envOptional(z.email()),
    expects: 'the service account of the push subscription, such as push@example.iam.gserviceaccount.com',
  },
  GOOGLE_PUSH_AUDIENCE: {
    schema: envOptional(envText),
    expects: 'the audience of the push subscription, such as https://reviews.example.com/hooks/google',
  },
};

const liveUrls = {
  accounts: 'https://accounts.google.com',
  oauth: 'https://oauth2.googleapis.com',
  certs: 'https://www.googleapis.com',
  account: 'https://mybusinessaccountmanagement.googleapis.com',
  info: 'https://mybusinessbusinessinformation.googleapis.com',
  v4: 'https://mybusiness.googleapis.com',
};

/** The value that the simulator accepts beside its secret. */
const simulated = {
  clientId: 'kindling-local',
  topic: 'projects/kindling-local/topics/reviews',
  pushAccount: 'push@kindling-local.iam.gserviceaccount.com',
};

/** The audience and the service account of the tokens that Pub/Sub sends; null without a push subscription. */
function pushSettings(
  { GOOGLE_PUSH_AUDIENCE }: EnvironmentValues<typeof variables>,
  publicUrl: string,
  account: string | undefined,
) {
  if (account === undefined) return null;
  return { audience: GOOGLE_PUSH_AUDIENCE ?? `${publicUrl}${webhookPath('google')}`, account };
}

export const googleManifest = defineConnector({
  id: 'google',
  platform: 'google',
  variables,
  credentials: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  variableGroups: [['GOOGLE_PUBSUB_TOPIC', 'GOOGLE_PUSH_ACCOUNT']],
  capabilities,
  // `profilePhotoUrl` of v4, `photoUri` of Places, and archives.
  photoHosts: ['googleusercontent.com', 'ggpht.com'],
  simulator,
  archive: googleArchive,
  reviewAddresses: googleReviewAddresses,
  toSettings(values, { publicUrl, simulator: running }) {
    const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = values;
    const { GOOGLE_PUBSUB_TOPIC: topic, GOOGLE_PUSH_ACCOUNT: account } = values;
    const callsPerMinute = values.GOOGLE_CALLS_PER_MINUTE;
    if (clientId !== undefined && clientSecret !== undefined)
      return {
        mode: 'live',
        clientId,
        clientSecret,
        callsPerMinute,
        notifications: topic === undefined ? null : { topic },
        push: pushSettings(values, publicUrl, account),
        urls: liveUrls,
      };
    if (running === null) return null;
    const { url, secret } = running;
    return {
      mode: 'simulated',
      clientId: simulated.clientId,
      clientSecret: secret,
      callsPerMinute,
      notifications: { topic: topic ?? simulated.topic, url },
      push: pushSettings(values, publicUrl, account ?? simulated.pushAccount),
      urls: { accounts: url, oauth: url, certs: url, account: url, info: url, v4: url },
    };
  },
  createConnector: (settings) => createGoogleConnector(settings),
  createWebhooks: (settings) => createGoogleWebhooks(settings),
});
