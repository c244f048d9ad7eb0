import type { FormErrors } from '@mantine/form';
import { toApiError } from '../../lib/api/problem.ts';

export type SectionValues = Record<string, string | boolean>;

/**
 * The values of a form after `saved` was stored: fields that still have their `known` value, which was sent or stored
 * before, take the stored one; fields that were changed meanwhile keep their value.
 */
export function mergeSaved<Values extends SectionValues>(
  values: Values,
  known: Values,
  saved: Values,
): Values {
  const merged = { ...values };
  for (const key of Object.keys(saved) as (keyof Values)[])
    if (values[key] === known[key]) merged[key] = saved[key];
  return merged;
}

/** The form errors, all with the same text, for those of the fields that an API error names. */
export function rejectedFieldErrors(error: unknown, fields: readonly string[], text: string): FormErrors {
  const named = toApiError(error).fields.flatMap(({ path }) => path.split('.'));
  return Object.fromEntries(fields.filter((field) => named.includes(field)).map((field) => [field, text]));
}
