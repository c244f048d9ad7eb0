import { envOptional, envText } from '../../lib/environment.ts';
import { defineConnector } from '../manifest.ts';
import { capabilities } from './capabilities.ts';
import { createGooglePlacesConnector } from './index.ts';

export const googlePlacesManifest = defineConnector({
  id: 'google-places',
  platform: 'google',
  variables: {
    GOOGLE_PLACES_API_KEY: {
      schema: envOptional(envText),
      expects: 'an API key with access to the Places API (New)',
    },
  },
  credentials: ['GOOGLE_PLACES_API_KEY'],
  variableGroups: [],
  capabilities,
  photoHosts: [],
  simulator: null,
  archive: null,
  reviewAddresses: null,
  toSettings({ GOOGLE_PLACES_API_KEY: apiKey }, { simulator }) {
    if (apiKey !== undefined) return { mode: 'live', apiKey, url: 'https://places.googleapis.com' };
    return simulator === null ? null : { mode: 'simulated', apiKey: simulator.secret, url: simulator.url };
  },
  createConnector: (settings) => createGooglePlacesConnector(settings),
});
