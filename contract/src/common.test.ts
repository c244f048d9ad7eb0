import { expect, test } from 'vitest';
import { z } from 'zod';
import { businesses } from './businesses.ts';
import { nameSchema } from './common.ts';
import { isReachableEmail, reachableEmailPattern } from './email-address.ts';
import { team } from './team.ts';

test('a name is one line of visible text', () => {
  expect(nameSchema(10).parse('  Zoë 🦆 ')).toBe('Zoë 🦆');
  for (const bad of ['a\nb', 'a\u0000', '\u202eab', '\u200b', 'x'.repeat(11)])
    expect(nameSchema(10).safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});

test('a name may contain joiners between characters that are seen', () => {
  for (const good of ['علی\u200cرضا', '👩\u200d🍳 Ann', '👩🏽\u200d🍳', '🏳️\u200d🌈', 'क्\u200dष'])
    expect(nameSchema(20).safeParse(good).success, good).toBe(true);
  for (const bad of ['\u200d', 'a\u200d', '\u200cb', 'a \u200db', 'a\u200d b', 'a\u200d\u200db', 'a\u200bb'])
    expect(nameSchema(20).safeParse(bad).success, JSON.stringify(bad)).toBe(false);
});

test('a business name without visible characters is refused', () => {
  const { inputSchema } = businesses.update['~orpc'];
  const named = (name: string) =>
    inputSchema?.['~standard'].validate({ id: '0190a000-0000-7000-8000-000000000001', name, website: null });
  expect(named('Mara’s')).not.toHaveProperty('issues');
  for (const bad of ['', '  ', '\u0000', '\u200b']) expect(named(bad)).toHaveProperty('issues');
});

test('an invitation goes to addresses that the sign-up takes, too', () => {
  const { inputSchema } = team.invite['~orpc'];
  const invited = (email: string) =>
    inputSchema?.['~standard'].validate({ email, role: 'viewer', locationIds: null });
  for (const good of ['ann@example.com', 'ann+shop@mail.example.co.uk', "o'neil@example.com"]) {
    expect(invited(good), good).not.toHaveProperty('issues');
    expect(isReachableEmail(good), good).toBe(true);
  }
  for (const bad of [
    '',
    'ann',
    'x@y',
    'ann@example',
    'ann@.com',
    'ann@example.',
    'a b@example.com',
    'ann@exa_mple.com',
    `${'a'.repeat(250)}@b.example`,
  ]) {
    expect(invited(bad), bad).toHaveProperty('issues');
    expect(isReachableEmail(bad), bad).toBe(false);
  }
});

test('the pattern of an invited address differs from that of browsers by the dot only', () => {
  expect(reachableEmailPattern.source).toBe(z.regexes.html5Email.source.replace(/\*\$$/, '+$'));
});
