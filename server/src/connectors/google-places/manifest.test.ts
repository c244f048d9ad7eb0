import { expect, test } from 'vitest';
import { googlePlacesManifest } from './manifest.ts';

test('with an API key Google itself is read, without one the simulator', () => {
  const context = { publicUrl: '', simulator: { url: 'http://127.0.0.1:4010', secret: 'secret' } };
  expect(googlePlacesManifest.toSettings({ GOOGLE_PLACES_API_KEY: 'key' }, context)).toEqual({
    mode: 'live',
    apiKey: 'key',
    url: 'https://places.googleapis.com',
  });
  expect(googlePlacesManifest.toSettings({ GOOGLE_PLACES_API_KEY: undefined }, context)).toEqual({
    mode: 'simulated',
    apiKey: 'secret',
    url: 'http://127.0.0.1:4010',
  });
});
