import { countOption, type FaultKind } from '../kit/fault-registry.ts';
import { quotaExceeded, serviceDisabled } from './errors.ts';
import type { GoogleState } from './state.ts';

/** Each API has its own quota, per project and minute. */
export type Service =
  | 'mybusinessaccountmanagement.googleapis.com'
  | 'mybusinessbusinessinformation.googleapis.com'
  | 'mybusiness.googleapis.com'
  | 'mybusinessnotifications.googleapis.com'
  | 'places.googleapis.com';

const minute = 60_000;

/** Faults of the quotas. */
export const quotaFaultKinds: Record<string, FaultKind> = {
  'quota-shared': {
    about: 'another process takes calls of the same quota every minute',
    options: 'calls (150 a minute)',
    start: (fault) => void countOption(fault, 'calls', 150),
  },
};

/** The API that a path belongs to; null for sign-in and for what does not exist. */
export function serviceOf(path: string): Service | null {
  if (path.startsWith('/v4/')) return 'mybusiness.googleapis.com';
  if (path.startsWith('/v1/places')) return 'places.googleapis.com';
  if (path.endsWith('/notificationSetting')) return 'mybusinessnotifications.googleapis.com';
  if (path === '/v1/accounts') return 'mybusinessaccountmanagement.googleapis.com';
  const isInformation = path.startsWith('/v1/accounts/') || path.startsWith('/v1/locations/');
  return isInformation ? 'mybusinessbusinessinformation.googleapis.com' : null;
}

/** Counts one call. Refuses with 429 above the limit, and with 403 while the v4 API is disabled. */
export function consumeQuota(state: GoogleState, service: Service): void {
  if (state.serviceDisabled && service === 'mybusiness.googleapis.com') throw serviceDisabled(service);
  const now = state.clock.now();
  const { quota } = state;
  if (now - quota.windowStart >= minute) {
    quota.windowStart = now;
    quota.used.clear();
  }
  const used = quota.used.get(service) ?? 0;
  const shared = state.faults.find('quota-shared', []);
  const others = shared ? countOption(shared, 'calls', 150) : 0;
  if (used + others >= quota.perMinute) throw quotaExceeded(service, quota.perMinute);
  quota.used.set(service, used + 1);
}
