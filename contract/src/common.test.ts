import { expect, test } from 'vitest';
import { businesses } from './businesses.ts';
import { nameSchema } from './common.ts';

test('a name is one line of visible text', () => {
  expect(nameSchema(10).parse('  Zoë 🦆 ')).toBe('Zoë 🦆');
  for (const bad of ['a\nb', 'a\u0000', '\u202eab', '\u200b', 'x'.repeat(11)])
    expect(nameSchema(10).safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});

test('a business name without visible characters is refused', () => {
  const { inputSchema } = businesses.update['~orpc'];
  const named = (name: string) =>
    inputSchema?.['~standard'].validate({ id: '0190a000-0000-7000-8000-000000000001', name, website: null });
  expect(named('Mara’s')).not.toHaveProperty('issues');
  for (const bad of ['', '  ', '\u0000', '\u200b']) expect(named(bad)).toHaveProperty('issues');
});
