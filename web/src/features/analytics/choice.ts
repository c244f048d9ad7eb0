/** What the dashboard is about: business, location and period. It stands in the address, and in storage for the next visit. */
import type { DashboardPeriod, DaySpan } from '@kindling/contract/analytics';
import { dayAfter } from '@kindling/contract/day-spans';
import type { ReviewFilter } from '@kindling/contract/reviews';
import { isDay } from '../../lib/is-day.ts';
import { readStored, writeStored } from '../../lib/storage.ts';

export const presets = ['7', '30', '90', '12m', 'year', 'all', 'custom'] as const;
export type Preset = (typeof presets)[number];

export interface Choice {
  preset: Preset;
  businessId?: string;
  locationId?: string;
  /** With `custom` only. */
  from?: string;
  to?: string;
}

export const defaultChoice: Choice = { preset: '30' };

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const firstDay = '1990-01-01';

function parseDay(value: string | null): string | undefined {
  return value !== null && isDay(value) && value >= firstDay ? value : undefined;
}

/** The choice of an address; null when it names none. Parts that are not valid are left out. */
export function parseChoice(params: URLSearchParams): Choice | null {
  const choice: Choice = { ...defaultChoice };
  const preset = presets.find((one) => one === params.get('period'));
  const [from, to] = [parseDay(params.get('from')), parseDay(params.get('to'))];
  if (preset !== undefined && preset !== 'custom') choice.preset = preset;
  else if (from !== undefined && to !== undefined && from <= to)
    Object.assign(choice, { preset: 'custom', from, to });
  for (const name of ['businessId', 'locationId'] as const) {
    const id = params.get(name);
    if (id !== null && idPattern.test(id)) choice[name] = id;
  }
  const names = ['period', 'from', 'to', 'businessId', 'locationId'];
  return names.some((name) => params.has(name)) ? choice : null;
}

export function serializeChoice({ preset, businessId, locationId, from, to }: Choice): URLSearchParams {
  const params = new URLSearchParams();
  if (preset !== 'custom') params.set('period', preset);
  else if (from !== undefined && to !== undefined) {
    params.set('from', from);
    params.set('to', to);
  }
  if (businessId !== undefined) params.set('businessId', businessId);
  if (locationId !== undefined) params.set('locationId', locationId);
  return params;
}

const storage = () => localStorage;
const keyOf = (accountId: string) => `dashboardChoice:${accountId}`;

export function readChoice(accountId: string): Choice {
  const stored = readStored(storage, keyOf(accountId));
  return (stored === null ? null : parseChoice(new URLSearchParams(stored))) ?? defaultChoice;
}

export function storeChoice(accountId: string, choice: Choice): void {
  writeStored(storage, keyOf(accountId), serializeChoice(choice).toString());
}

/** @param today in the account's time zone */
export function spanOf({ preset, from, to }: Choice, today: string): Partial<DaySpan> {
  switch (preset) {
    case 'custom':
      return from !== undefined && to !== undefined ? { from, to } : {};
    case 'all':
      return {};
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    case '12m': {
      // Whole calendar months, so that each has its own column; the current one counts as far as it is.
      const [year = 0, month = 0] = today.split('-').map(Number);
      return { from: new Date(Date.UTC(year, month - 12, 1)).toISOString().slice(0, 10), to: today };
    }
    default:
      return { from: dayAfter(today, 1 - Number(preset)), to: today };
  }
}

/** A year has seasons, so it is compared with the one before, and not with other months of it. */
export function comparisonOf({ preset }: Choice): Pick<DashboardPeriod, 'compare'> {
  return preset === 'year' || preset === '12m' ? { compare: 'year' } : {};
}

/** The reviews behind a figure, in the list. */
export function reviewsPath(filter: ReviewFilter): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) params.set(name, String(value));
  const query = params.toString();
  return query === '' ? '/reviews' : `/reviews?${query}`;
}
