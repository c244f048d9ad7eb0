import { embedSettingsSchema } from '@kindling/contract/embed-settings';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/problem.ts';
import { createSettingsForm, parseSetting, rejectedFields } from './settings-form.ts';

const settings = embedSettingsSchema.parse({});

test('an API error names the rejected fields; unknown fields are ignored', () => {
  const fields = [
    'settings.minimumRating',
    'settings.allowedSites.2',
    'name',
    'settings.version',
    'settings.x',
  ];
  const error = new ApiError({
    code: 'invalid-input',
    status: 400,
    fields: fields.map((path) => ({ path, message: 'No.' })),
  });
  expect([...rejectedFields(error)]).toEqual(['minimumRating', 'allowedSites']);
  expect(rejectedFields(null).size).toBe(0);
  expect(rejectedFields(new TypeError('Failed to fetch')).size).toBe(0);
});

test.each([
  ['fontName', 'Open Sans', 'Open Sans'],
  ['fontName', 'Open"Sans', undefined],
  ['accent', '#12aBcd', '#12aBcd'],
  ['accent', 'red', undefined],
  ['text', null, null],
  ['limit', 301, undefined],
  ['limit', 3.5, undefined],
  ['limit', '', undefined],
  ['includeWords', ['x'.repeat(41)], undefined],
  ['includeWords', [' bread '], ['bread']],
  ['allowedSites', ['bakery.example', '*.bakery.example'], ['bakery.example', '*.bakery.example']],
  ['allowedSites', ['https://bakery.example'], undefined],
] as const)('%s parses %j as %j', (field, value, taken) => {
  expect(parseSetting(field, value)).toEqual(taken);
});

test('several settings change in one undo step', () => {
  const onChange = vi.fn();
  const form = createSettingsForm({ kind: 'widget', settings, error: null, onChange });
  form.change('preset', { theme: 'dark', radius: 0 });
  form.set('limit', 3);
  expect(onChange.mock.calls).toEqual([
    ['preset', { ...settings, theme: 'dark', radius: 0 }],
    ['limit', { ...settings, limit: 3 }],
  ]);
});
