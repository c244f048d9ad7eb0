import { expect, test } from 'vitest';
import { readVariables } from '../../lib/environment.ts';
import { facebookManifest } from './manifest.ts';

function settingsOf(environment: Record<string, string>, simulator: { url: string; secret: string } | null) {
  const { values, problems } = readVariables(facebookManifest.variables, environment);
  expect(problems).toEqual([]);
  return facebookManifest.toSettings(values, { publicUrl: 'https://reviews.example.com', simulator });
}

test('Facebook needs credentials or a simulator, and a verify token of its own for webhooks', () => {
  const keys = { FACEBOOK_APP_ID: 'id', FACEBOOK_APP_SECRET: 'secret' };
  expect(settingsOf({}, null)).toBeNull();
  expect(settingsOf({}, { url: 'http://127.0.0.1:4011', secret: 'secret' })).toMatchObject({
    mode: 'simulated',
    verifyToken: 'secret',
  });
  expect(settingsOf(keys, null)).toMatchObject({ mode: 'live', verifyToken: null });
  const token = 'sixteen-random-characters';
  expect(settingsOf({ ...keys, FACEBOOK_VERIFY_TOKEN: token }, null)?.verifyToken).toBe(token);
});
