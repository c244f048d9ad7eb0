import { expect, test } from 'vitest';
import { allowHelpDesk } from './help-desk-policy.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-abc='; frame-ancestors 'none'";

test('without a help desk the policy does not change', () => {
  expect(allowHelpDesk(policy, null)).toBe(policy);
});

test('with a help desk only its origin is added, also to directives that were missing', () => {
  expect(allowHelpDesk(policy, 'https://desk.example.com/base').split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'self' https://desk.example.com",
    "style-src 'self' 'unsafe-inline'",
    "frame-ancestors 'none'",
    'connect-src https://desk.example.com wss://desk.example.com',
    'frame-src https://desk.example.com',
    'img-src https://desk.example.com',
    'media-src https://desk.example.com',
  ]);
});
