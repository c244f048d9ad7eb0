import { expect, test } from 'vitest';
import { createPauses } from './pauses.ts';

test('a pause is due after some time, and again after as much', async () => {
  let time = 0;
  const pauses = createPauses({ now: () => time });
  expect(pauses.isDue()).toBe(false);
  time = 10;
  expect(pauses.isDue()).toBe(true);
  await pauses.take();
  expect(pauses.isDue()).toBe(false);
  time = 20;
  expect(pauses.isDue()).toBe(true);
});

test('other work runs during a pause', async () => {
  let ran = false;
  setImmediate(() => {
    ran = true;
  });
  await createPauses().take();
  expect(ran).toBe(true);
});

test('a computation that nobody waits for ends at a pause', async () => {
  const left = new AbortController();
  const pauses = createPauses({ signal: left.signal });
  left.abort(new Error('left'));
  await expect(pauses.take()).rejects.toThrow('left');
});
