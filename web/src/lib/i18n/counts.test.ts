import { readFileSync } from 'node:fs';
import { createInstance, type ResourceKey } from 'i18next';
import { expect, test } from 'vitest';

test.each([
  ['en', '12,345'],
  ['fr', '12\u202f345'],
  ['de', '12.345'],
  ['nl', '12.345'],
  ['es', '12.345'],
  ['sr', '12.345'],
])('counts in texts have the separators of their language: %s', async (language, number) => {
  const read = (area: string): ResourceKey =>
    JSON.parse(
      readFileSync(new URL(`../../../../locales/${language}/${area}.json`, import.meta.url), 'utf8'),
    );
  const texts = createInstance();
  await texts.init({
    lng: language,
    resources: { [language]: { dashboard: read('dashboard'), connections: read('connections') } },
    interpolation: { escapeValue: false },
  });
  for (const key of ['dashboard:stored', 'dashboard:moreLocations', 'connections:run.skipped'] as const)
    expect(texts.t(key, { count: 12_345, change: '' })).toContain(number);
});
