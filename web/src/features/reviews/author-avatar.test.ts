import { expect, it } from 'vitest';
import { initialsOf } from './author-avatar.tsx';

it.each([
  ['Orla Finch', 'OF'],
  ['  anna  maria  lopez ', 'AL'],
  ['Zoë', 'Z'],
  ['"Bob" (the baker)', 'BB'],
  ['山田 太郎', '山太'],
  ['👩‍🍳 Chef', 'C'],
  ['🙂', ''],
  ['', ''],
  ['élodie d’Arc', 'ÉD'],
])('the initials of %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
