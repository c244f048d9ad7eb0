import type texts from '@kindling/locales/en/plan.json';

// locale-keys: plan.*

type Keys<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}`;
}[keyof T & string];

/** A text of the area `plan`, filled: the public page and the app read their texts in different ways. */
export type PlanText = (key: Keys<typeof texts>, values?: Readonly<Record<string, string>>) => string;

/** Prices as people read them; on the public page they are placeholders. */
export interface ShownPrices {
  month: string;
  year: string;
  /** What a yearly plan costs a month. */
  yearMonthly: string;
  /** ISO 4217 code. */
  currency: string;
  /** What a year saves against twelve months, in percent; null for nothing. */
  saving: string | null;
}
