import { envOptional, envText } from '../../lib/environment.ts';
import { defineConnector } from '../manifest.ts';
import { capabilities } from './capabilities.ts';
import { createAcmeConnector } from './index.ts';
import { simulator } from './simulator.ts';

export const acmeManifest = defineConnector({
  id: 'acme',
  platform: 'acme',
  variables: {
    ACME_CLIENT_ID: { schema: envOptional(envText), expects: 'the id of your Acme app' },
    ACME_CLIENT_SECRET: { schema: envOptional(envText), expects: 'the secret of your Acme app' },
  },
  credentials: ['ACME_CLIENT_ID', 'ACME_CLIENT_SECRET'],
  variableGroups: [],
  capabilities,
  photoHosts: [],
  simulator,
  archive: null,
  reviewAddresses: null,
  toSettings({ ACME_CLIENT_ID: clientId, ACME_CLIENT_SECRET: clientSecret }, { simulator: running }) {
    if (clientId !== undefined && clientSecret !== undefined)
      return { mode: 'live', clientId, clientSecret, url: 'https://api.acme.example' };
    if (running === null) return null;
    return {
      mode: 'simulated',
      clientId: 'kindling-local',
      clientSecret: running.secret,
      url: running.url,
    };
  },
  createConnector: (settings) => createAcmeConnector(settings),
});
