import { z } from 'zod';
import { envOptional, envSecret, envText } from '../../lib/environment.ts';
import { defineConnector } from '../manifest.ts';
import { capabilities } from './capabilities.ts';
import { createFacebookConnector } from './index.ts';
import { facebookReviewAddresses } from './review-address.ts';
import { simulator } from './simulator.ts';
import { createFacebookWebhooks } from './webhooks.ts';

const variables = {
  FACEBOOK_APP_ID: { schema: envOptional(envText), expects: 'the id of your Meta app' },
  FACEBOOK_APP_SECRET: { schema: envOptional(envText), expects: 'the secret of your Meta app' },
  FACEBOOK_GRAPH_VERSION: {
    schema: z
      .string()
      .regex(/^v\d+\.\d+$/)
      .default('v21.0'),
    expects: 'a Graph version such as v21.0',
  },
  FACEBOOK_VERIFY_TOKEN: {
    schema: envOptional(envSecret(16, 40).regex(/^[\x21-\x7e]{16,200}$/)),
    expects:
      'at least 16 random characters without spaces that nobody can guess; make them with `openssl rand -hex 24`',
  },
};

const liveUrls = { dialog: 'https://www.facebook.com', graph: 'https://graph.facebook.com' };

export const facebookManifest = defineConnector({
  id: 'facebook',
  platform: 'facebook',
  variables,
  credentials: ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'],
  variableGroups: [],
  capabilities,
  // `reviewer.picture.data.url` of the Graph API.
  photoHosts: ['fbcdn.net', 'fbsbx.com'],
  simulator,
  archive: null,
  reviewAddresses: facebookReviewAddresses,
  toSettings(values, { simulator: running }) {
    const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = values;
    const { FACEBOOK_GRAPH_VERSION: graphVersion, FACEBOOK_VERIFY_TOKEN: verifyToken } = values;
    if (appId !== undefined && appSecret !== undefined)
      return {
        mode: 'live',
        appId,
        appSecret,
        graphVersion,
        verifyToken: verifyToken ?? null,
        urls: liveUrls,
      };
    if (running === null) return null;
    const { url, secret } = running;
    return {
      mode: 'simulated',
      appId: 'kindling-local',
      appSecret: secret,
      graphVersion,
      verifyToken: verifyToken ?? secret,
      urls: { dialog: url, graph: url },
    };
  },
  createConnector: (settings) => createFacebookConnector(settings),
  createWebhooks: (settings) => createFacebookWebhooks(settings),
});
