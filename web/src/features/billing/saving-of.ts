import type { PlanPrices } from '@kindling/contract/billing';

/** What a year saves against twelve months, 0 to 1; null where it saves less than half a percent. */
export function savingOf({ month, year }: Pick<PlanPrices, 'month' | 'year'>): number | null {
  if (month <= 0) return null;
  const saving = 1 - year / (12 * month);
  return saving < 0.005 ? null : saving;
}
