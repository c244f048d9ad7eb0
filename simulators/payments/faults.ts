import type { Call } from '../kit/call.ts';
import { countOption } from '../kit/fault-registry.ts';
import type { PlatformFaults } from '../kit/platform-faults.ts';
import { replyFaultKinds } from '../kit/reply-faults.ts';
import { followClock } from './due.ts';
import { faultResponse } from './errors.ts';
import type { PaymentsState } from './state.ts';

/** Registers the faults of this platform, and returns what `serve` needs to apply them. */
export function paymentsFaults(state: PaymentsState, close: () => void): PlatformFaults {
  const { faults, notifier, queue } = state;
  const lost = replyFaultKinds['reply-timeout-but-applied'];
  faults.add({
    ...notifier.kinds,
    'notify-delay': {
      about: 'notifications are held until the fault ends',
      start: () => queue.hold(true),
      end: () => queue.hold(false),
    },
    ...(lost
      ? {
          'reply-timeout-but-applied': {
            ...lost,
            about: 'the next change is carried out, but its answer never comes',
          },
        }
      : {}),
    'slow-work': {
      about: 'the next call with an idempotency key takes a while, and its key is in use meanwhile',
      options: 'ms (500)',
      times: 1,
      start: (fault) => void countOption(fault, 'ms', 500),
    },
  });
  return {
    faults,
    isApiCall,
    placesOf: () => [],
    quotaOf: (call) => (isApiCall(call) ? 'api' : null),
    limitOf: () => null,
    rateLimitResponse: ({ retryAfter }) =>
      faultResponse({ kind: 'status', status: 429, retryAfter, detail: {} }),
    rateLimitIn: (reply) => (reply.status === 429 ? { waitSeconds: null } : null),
    isTokenRefresh: () => false,
    onClockMoved: () => followClock(state),
    close,
  };
}

function isApiCall(call: Call): boolean {
  return call.path.startsWith('/v1/');
}
