import { expect, test } from 'vitest';
import { createKeyedSemaphore, createSemaphore } from './semaphore.ts';

function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

test('limits concurrent tasks, runs the others in order, and refuses tasks beyond the queue limit', async () => {
  const turns = createSemaphore({ maxConcurrent: 2, maxQueued: 2, retryAfter: 7 });
  const gates = [gate(), gate(), gate(), gate()];
  const begun: number[] = [];
  const all = gates.map((one, index) =>
    turns.run(async () => {
      begun.push(index);
      await one.passed;
      return index;
    }),
  );
  expect(begun).toEqual([0, 1]);
  await expect(turns.run(() => Promise.resolve())).rejects.toMatchObject({
    code: 'rate-limited',
    retryAfter: 7,
  });
  gates[1]?.open();
  await all[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  for (const one of gates) one.open();
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3]);
  expect(await turns.run(() => Promise.resolve('free'))).toBe('free');
});

test('a failed task releases its permit', async () => {
  const turns = createSemaphore({ maxConcurrent: 1, maxQueued: 1, retryAfter: 1 });
  const failed = turns.run(() => Promise.reject(new Error('broken')));
  const after = turns.run(() => Promise.resolve('done'));
  await expect(failed).rejects.toThrow('broken');
  expect(await after).toBe('done');
});

test('each key has its own limit', async () => {
  const turns = createKeyedSemaphore({ maxConcurrent: 1, maxQueued: 1, retryAfter: 7 });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (key: string, name: string) =>
    turns.run(key, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const first = [work('a', 'a1'), work('a', 'a2'), work('b', 'b1')];
  await expect(work('a', 'a3')).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 7 });
  expect(begun).toEqual(['a1', 'b1']);
  ends.get('a1')?.();
  await first[0];
  await Promise.resolve();
  expect(begun).toEqual(['a1', 'b1', 'a2']);
  ends.get('a2')?.();
  ends.get('b1')?.();
  await Promise.all(first);
});

test('a task that leaves the queue makes room, keeps the order and takes no turn', async () => {
  const turns = createSemaphore({ maxConcurrent: 1, maxQueued: 2, retryAfter: 1 });
  const first = gate();
  const begun: string[] = [];
  const note = (name: string) => async () => {
    begun.push(name);
  };
  const leaving = new AbortController();
  const all = [
    turns.run(() => first.passed),
    turns.run(note('left'), leaving.signal),
    turns.run(note('last')),
  ];
  leaving.abort();
  await expect(all[1]).rejects.toMatchObject({ code: 'unavailable' });
  const next = turns.run(note('next'));
  first.open();
  await Promise.all([all[0], all[2], next]);
  expect(begun).toEqual(['last', 'next']);
  await expect(turns.run(note('late'), leaving.signal)).rejects.toMatchObject({ code: 'unavailable' });
  await turns.run(note('free'));
  expect(begun).toEqual(['last', 'next', 'free']);
});
