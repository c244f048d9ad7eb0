import { quotaExceeded, serviceDisabled } from './errors.ts';
import type { GoogleState } from './state.ts';

/** The three APIs count apart from each other, each per project and minute. */
export type Service =
  | 'mybusinessaccountmanagement.googleapis.com'
  | 'mybusinessbusinessinformation.googleapis.com'
  | 'mybusiness.googleapis.com'
  | 'mybusinessnotifications.googleapis.com';

const minute = 60_000;

/** Counts one call. Refuses with 429 past the limit, and with 403 while the v4 API is switched off. */
export function spendQuota(state: GoogleState, service: Service): void {
  if (state.serviceDisabled && service === 'mybusiness.googleapis.com') throw serviceDisabled(service);
  const now = state.clock.now();
  const { quota } = state;
  if (now - quota.windowStart >= minute) {
    quota.windowStart = now;
    quota.used.clear();
  }
  const used = quota.used.get(service) ?? 0;
  if (used >= quota.perMinute) throw quotaExceeded(service, quota.perMinute);
  quota.used.set(service, used + 1);
}
