import { countOption, type FaultKind } from '../kit/fault-registry.ts';
import { graphError } from './errors.ts';
import type { FacebookState } from './state.ts';
import type { Caller } from './token.ts';

const hour = 3_600_000;

/** Faults of the usage limits. */
export const usageFaultKinds: Record<string, FaultKind> = {
  'quota-shared': {
    about: 'another process takes calls of the same limits every minute',
    options: 'calls (150 a minute)',
    start: (fault) => void countOption(fault, 'calls', 150),
  },
};

/**
 * Counts one call and gives the usage headers of the reply. Refuses past the limit: 80001 for a page token, 32 for a
 * user token on a page, 4 otherwise.
 */
export function countUsage(state: FacebookState, caller: Caller, onPage: boolean): Record<string, string> {
  const { usage } = state;
  const now = state.clock.now();
  if (now - usage.windowStart >= hour) {
    usage.windowStart = now;
    usage.used.clear();
  }
  const owner = caller.page ?? 'app';
  const used = (usage.used.get(owner) ?? 0) + 1;
  usage.used.set(owner, used);
  const shared = state.faults.find('quota-shared', owner);
  const minutes = Math.floor((now - usage.windowStart) / 60_000) + 1;
  const all = used + (shared ? countOption(shared, 'calls', 150) * minutes : 0);
  const percent = Math.min(100, Math.floor((all / usage.limitPerHour) * 100));
  const over = all > usage.limitPerHour;
  const wait = over ? Math.ceil((usage.windowStart + hour - now) / 60_000) : 0;
  const headers = usageHeaders(caller.page, percent, wait);
  if (!over) return headers;
  if (caller.page) {
    throw graphError(
      80001,
      '(#80001) There have been too many calls to this Page account. Wait a bit and try again.',
      { headers },
    );
  }
  if (onPage) throw graphError(32, '(#32) Page request limit reached', { headers });
  throw graphError(4, '(#4) Application request limit reached', { headers });
}

/** The usage header of a page token, else of the app; `wait` (minutes) is only in the header of a page. */
export function usageHeaders(page: string | null, percent: number, wait: number): Record<string, string> {
  const share = {
    call_count: percent,
    total_cputime: Math.floor(percent / 2),
    total_time: Math.floor(percent / 2),
  };
  return page
    ? {
        'x-business-use-case-usage': JSON.stringify({
          [page]: [{ type: 'pages', ...share, estimated_time_to_regain_access: wait }],
        }),
      }
    : { 'x-app-usage': JSON.stringify(share) };
}
