import { expect, test } from 'vitest';
import { cookieNames } from './cookie-names.ts';

test('over https the browser keeps each cookie to this host, and with a path of its own to https', () => {
  const whole = ['session', 'known', 'language'];
  for (const [what, name] of Object.entries(cookieNames(true)))
    expect.soft(name, what).toMatch(whole.includes(what) ? /^__Host-/ : /^__Secure-/);
});

test('over http, where browsers differ in what they make of them, no name has a prefix', () => {
  for (const name of Object.values(cookieNames(false))) expect.soft(name).not.toMatch(/^__/);
});
