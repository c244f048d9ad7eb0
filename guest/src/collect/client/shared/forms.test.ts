import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renewUntilDone } from './forms.ts';

let requests: number;
let online: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  requests = 0;
  online = false;
  vi.stubGlobal('fetch', async () => {
    requests += 1;
    if (!online) throw new TypeError('no network');
    return new Response(JSON.stringify({ token: 'new', challenge: '{}' }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a renewal for the next visitor', () => {
  it('is asked for with growing pauses until there is a network, and used when it is old enough', async () => {
    const done = vi.fn();
    void renewUntilDone('/q/k3v9xq2mzt', () => true).then(done);
    await vi.advanceTimersByTimeAsync(2000 + 4000);
    expect(requests).toBe(3);
    online = true;
    await vi.advanceTimersByTimeAsync(8000 + 1199);
    expect(requests).toBe(4);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalledWith({ token: 'new', challenge: '{}' });
  });

  it('is asked for no longer, and not used, when another visitor has come', async () => {
    let wanted = true;
    const isWanted = () => wanted;
    const done = vi.fn();
    void renewUntilDone('/q/k3v9xq2mzt', isWanted).then(done);
    await vi.advanceTimersByTimeAsync(1000);
    wanted = false;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(requests).toBe(1);
    expect(done).toHaveBeenCalledWith(null);
    online = true;
    wanted = true;
    void renewUntilDone('/q/k3v9xq2mzt', isWanted).then(done);
    await vi.advanceTimersByTimeAsync(600);
    wanted = false;
    await vi.advanceTimersByTimeAsync(600);
    expect(done).toHaveBeenLastCalledWith(null);
  });
});
