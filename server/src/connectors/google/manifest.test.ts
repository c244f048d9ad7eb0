import { describe, expect, test } from 'vitest';
import { readVariables } from '../../lib/environment.ts';
import { googleManifest } from './manifest.ts';

const publicUrl = 'https://reviews.example.com';
const simulator = { url: 'http://127.0.0.1:4010', secret: 'secret' };
const keys = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
const topic = 'projects/example/topics/reviews';
const account = 'push@example.iam.gserviceaccount.com';

function settingsOf(environment: Record<string, string>, running: typeof simulator | null) {
  const { values, problems } = readVariables(googleManifest.variables, environment);
  expect(problems).toEqual([]);
  return googleManifest.toSettings(values, { publicUrl, simulator: running });
}

describe('the settings of Google', () => {
  test('need credentials or a simulator', () => {
    expect(settingsOf({}, null)).toBeNull();
    expect(settingsOf({}, simulator)).toMatchObject({ mode: 'simulated', callsPerMinute: 270 });
    expect(settingsOf(keys, simulator)).toMatchObject({
      mode: 'live',
      urls: { accounts: 'https://accounts.google.com' },
    });
  });

  test('read the topic and the rate limit from the environment', () => {
    const set = { GOOGLE_PUBSUB_TOPIC: topic, GOOGLE_CALLS_PER_MINUTE: '600' };
    expect(settingsOf(set, simulator)).toMatchObject({
      callsPerMinute: 600,
      notifications: { topic, url: simulator.url },
    });
    expect(settingsOf(keys, simulator)?.notifications).toBeNull();
    expect(settingsOf({ ...keys, ...set }, simulator)?.notifications).toEqual({ topic });
  });

  test('use our own address as the audience of messages, unless the environment names another', () => {
    expect(settingsOf(keys, null)?.push).toBeNull();
    const set = { ...keys, GOOGLE_PUSH_ACCOUNT: account };
    expect(settingsOf(set, null)?.push).toEqual({ account, audience: `${publicUrl}/hooks/google` });
    expect(settingsOf({ ...set, GOOGLE_PUSH_AUDIENCE: 'kindling' }, null)?.push?.audience).toBe('kindling');
  });
});
