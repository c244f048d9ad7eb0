import type { FormErrors } from '@mantine/form';
import type { SyntheticEvent } from 'react';

/**
 * Moves the focus to the first invalid field in document order. It is the second argument of a form's `onSubmit`; it
 * relies on `getInputProps`, which puts the field's path into `data-path`.
 */
export function focusFirstError(
  errors: FormErrors,
  _values: unknown,
  event: SyntheticEvent<HTMLFormElement> | undefined,
): void {
  const fields = event?.currentTarget.querySelectorAll<HTMLElement>('[data-path]') ?? [];
  [...fields].find(({ dataset: { path = '' } }) => path in errors)?.focus();
}
