import { describe, expect, test } from 'vitest';
import { forecastBacklogs, type PlatformLoad } from './forecast.ts';

const capacity = { workers: 3, sweepPerMinute: 500 };

function load(changes: Partial<PlatformLoad> = {}): PlatformLoad {
  return {
    connector: 'google',
    due: { regular: 1_000, first: 0 },
    cost: { regular: { requests: 1, seconds: 0.5 }, first: { requests: 20, seconds: 30 } },
    duePerMinute: 0,
    callsPerMinute: 270,
    pausedByOperator: false,
    pausedForSeconds: 0,
    ...changes,
  };
}

const one = (changes: Partial<PlatformLoad>, limits = capacity) =>
  forecastBacklogs([load(changes)], limits).get('google');

interface Waiting {
  requests: number;
  seconds: number;
}

/**
 * Plays the queue second by second, without the formula: sweeps hand out listings once a minute, workers take the oldest one,
 * and a run goes on only while the platform has a call for it. @returns seconds until no more is due than what came within
 * the last minute
 */
function simulate(platform: PlatformLoad, { workers, sweepPerMinute }: typeof capacity): number {
  const { due, cost, duePerMinute, callsPerMinute } = platform;
  const waiting: Waiting[] = [
    ...Array.from({ length: due.first }, () => ({ ...cost.first })),
    ...Array.from({ length: due.regular }, () => ({ ...cost.regular })),
  ];
  const queued: Waiting[] = [];
  const busy: Waiting[] = [];
  let calls = 0;
  let arriving = 0;
  for (let second = 0; second < 500_000; second += 1) {
    arriving += duePerMinute / 60;
    for (; arriving >= 1; arriving -= 1) waiting.push({ ...cost.regular });
    if (second % 60 === 0) queued.push(...waiting.splice(0, sweepPerMinute));
    calls = Math.min(callsPerMinute / 10, calls + callsPerMinute / 60);
    let time = workers;
    // A worker does as much of its run as its second and the platform's calls allow.
    for (let index = 0; time > 0.001; ) {
      const run = busy[index] ?? queued.shift();
      if (run === undefined) break;
      if (busy[index] === undefined) busy.push(run);
      const perRequest = run.seconds / run.requests;
      const done = Math.min(run.requests, calls, time / perRequest, 1 / perRequest);
      calls -= done;
      time -= Math.max(done * perRequest, done < run.requests && calls < 0.001 ? 1 : 0);
      run.requests -= done;
      run.seconds -= done * perRequest;
      if (run.requests < 0.001) busy.splice(index, 1);
      else index += 1;
      if (busy.length >= workers && index >= workers) break;
    }
    if (waiting.length + queued.length + busy.length <= duePerMinute) return second + 1;
  }
  return Number.POSITIVE_INFINITY;
}

describe('the forecast of a backlog', () => {
  test('requests against the calls per minute, with what becomes due meanwhile', () => {
    expect(
      one({ cost: { regular: { requests: 2, seconds: 0.1 }, first: { requests: 2, seconds: 0.1 } } }),
    ).toEqual({
      seconds: Math.ceil((2_000 / 270) * 60),
      limit: 'requests',
    });
    expect(
      one({
        duePerMinute: 135,
        due: { regular: 135, first: 0 },
        cost: { regular: { requests: 1, seconds: 0.1 }, first: { requests: 1, seconds: 0.1 } },
      }),
    ).toEqual({
      seconds: 60,
      limit: 'requests',
    });
  });

  test('the slowest limit decides: workers, then the sweep', () => {
    expect(one({ due: { regular: 0, first: 60 }, callsPerMinute: 10_000 })).toEqual({
      seconds: 600,
      limit: 'workers',
    });
    expect(
      one(
        { due: { regular: 5_000, first: 0 }, callsPerMinute: 10_000 },
        { workers: 100, sweepPerMinute: 500 },
      ),
    ).toEqual({
      seconds: 600,
      limit: 'sweep',
    });
  });

  test('platforms share the workers; one that is paused takes none of them', () => {
    const facebook = load({ connector: 'facebook', callsPerMinute: 10_000, due: { regular: 0, first: 60 } });
    const google = load({ callsPerMinute: 10_000, due: { regular: 0, first: 60 } });
    expect(forecastBacklogs([google, facebook], capacity).get('google')).toEqual({
      seconds: 1_200,
      limit: 'workers',
    });
    const paused = forecastBacklogs([google, { ...facebook, pausedByOperator: true }], capacity);
    expect(paused.get('google')).toEqual({ seconds: 600, limit: 'workers' });
    expect(paused.get('facebook')).toEqual({ seconds: null, limit: 'operator-pause' });
  });

  test('a pause of the platform comes first; nothing due needs no time; more work than capacity never ends', () => {
    expect(one({ pausedForSeconds: 900 })).toEqual({
      seconds: 900 + Math.ceil((1_000 / 270) * 60),
      limit: 'platform-pause',
    });
    expect(one({ due: { regular: 0, first: 0 } })).toEqual({ seconds: 0, limit: 'none' });
    expect(one({ duePerMinute: 270 })).toEqual({ seconds: null, limit: 'requests' });
  });

  test.each<[string, Partial<PlatformLoad>, typeof capacity]>([
    [
      'requests',
      { due: { regular: 4_000, first: 0 }, duePerMinute: 60 },
      { workers: 6, sweepPerMinute: 500 },
    ],
    ['workers', { due: { regular: 200, first: 80 }, callsPerMinute: 5_000 }, capacity],
    [
      'sweep',
      { due: { regular: 6_000, first: 0 }, callsPerMinute: 5_000, duePerMinute: 100 },
      { workers: 30, sweepPerMinute: 500 },
    ],
  ])('is within a tenth of a simulated backlog that %s hold back', (limit, changes, limits) => {
    const platform = load(changes);
    const forecast = forecastBacklogs([platform], limits).get('google');
    const simulated = simulate(platform, limits);
    expect(forecast?.limit).toBe(limit);
    expect(forecast?.seconds ?? 0).toBeGreaterThan(simulated * 0.9 - 60);
    expect(forecast?.seconds ?? 0).toBeLessThan(simulated * 1.1 + 60);
  });
});
