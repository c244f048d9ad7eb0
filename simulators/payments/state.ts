import type { Clock } from '../kit/clock.ts';
import type { FaultRegistry } from '../kit/fault-registry.ts';
import type { Notifier } from '../kit/notify-faults.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { noSuchObject } from './errors.ts';
import type { Kind, Settings, Tables } from './records.ts';
import type { Store } from './store.ts';

/** The version whose objects are sent, as the SDK of this repository asks for it. */
export const apiVersion = '2026-10-28.endive';

/** The account that sells. */
export const seller = {
  id: 'acct_1KindlingSimulated',
  name: 'Kindling (simulated)',
  country: 'IE',
  address: ['1 Example Street', 'Dublin', 'Ireland'],
  vatNumber: 'IE1234567FA',
} as const;

export interface PaymentsState {
  clock: Clock;
  store: Store;
  faults: FaultRegistry;
  queue: DeliveryQueue;
  notifier: Notifier;
  /** The API key is `sk_test_` and this, or this alone; the signing secret is `whsec_` and this. */
  secret: string;
  /** The origin of the hosted pages. */
  base: string;
  /** The API call that is being carried out, which its events name. */
  request: { id: string | null; idempotency_key: string | null };
  /** While something due is carried out: the second at which it was due. */
  actingAt: number | null;
}

/** The simulator's time in seconds. */
export function secondsNow(state: PaymentsState): number {
  return state.actingAt ?? Math.floor(state.clock.platformTime() / 1000);
}

/** A stored object. @throws HttpError with 404, or with 400 when `param` is not the id of the path */
export function getObject<K extends Kind>(
  state: PaymentsState,
  kind: K,
  id: string,
  param = 'id',
  name: string = kind,
): Tables[K] {
  const found = state.store.find(kind, id);
  if (!found) throw noSuchObject(name, id, param);
  return found;
}

export function changeSettings(state: PaymentsState, change: Partial<Settings>): void {
  state.store.put('settings', { ...state.store.settings(), ...change });
}
