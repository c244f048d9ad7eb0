import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api/problem.ts';
import { followEvents } from './follow-events.ts';

async function* streamOf(...events: string[]) {
  yield* events;
}

describe('a stream of events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function follow(...answers: (string[] | Error)[]) {
    const stop = new AbortController();
    const told: (string | boolean)[] = [];
    let opened = 0;
    const ended = followEvents<string>({
      signal: stop.signal,
      open: async () => {
        const answer = answers[Math.min(opened, answers.length - 1)] ?? [];
        opened += 1;
        if (answer instanceof Error) throw answer;
        return streamOf(...answer);
      },
      onEvent: (event) => told.push(event),
      onLive: (live) => told.push(live),
    });
    return { stop, told, ended, opened: () => opened };
  }

  test('reconnects after a delay that doubles, and starts again at the first delay after an event', async () => {
    const { told, opened, stop, ended } = follow(new TypeError('gone'), new TypeError('gone'), ['one']);
    await vi.advanceTimersByTimeAsync(999);
    expect(opened()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened()).toBe(2);
    await vi.advanceTimersByTimeAsync(2000);
    expect(told).toEqual([false, false, true, 'one', false]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(opened()).toBe(4);
    stop.abort();
    await ended;
  });

  test('is not opened before the retryAfter of a refusal', async () => {
    const { opened, stop, ended } = follow(
      new ApiError({ code: 'rate-limited', status: 429, retryAfter: 20 }),
    );
    await vi.advanceTimersByTimeAsync(19_999);
    expect(opened()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(opened()).toBe(2);
    stop.abort();
    await ended;
  });
});
