import { z } from 'zod';
import { canonicalEmail } from '../accounts.ts';
import type { Texts } from '../locale.ts';
import type { Brand } from '../options.ts';
import { passwordError } from '../passwords.ts';

export type FieldErrorKey = keyof Texts['fields'];
export type Parsed<T> =
  | { ok: true; value: T }
  | { ok: false; faults: Partial<Record<string, FieldErrorKey>> };

const emailShape = z.email({ pattern: z.regexes.html5Email }).max(254);

export function emailError(email: string): FieldErrorKey | undefined {
  if (email === '') return 'emailMissing';
  return emailShape.safeParse(email).success && email.includes('.', email.indexOf('@'))
    ? undefined
    : 'emailInvalid';
}

export function formValue(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

/** The name as plain text, without control and direction characters and with single spaces. */
export function cleanName(raw: string): string {
  return raw
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export type SignUpForm = { email: string; password: string; name: string | null };

export function parseSignUp(form: URLSearchParams, brand: Brand): Parsed<SignUpForm> {
  const email = canonicalEmail(formValue(form, 'email'));
  const password = formValue(form, 'password');
  const name = cleanName(formValue(form, 'name'));
  const faults = Object.fromEntries(
    Object.entries({
      email: emailError(email),
      password: newPasswordError(password, email, brand),
      name: [...name].length > 100 ? ('nameTooLong' as const) : undefined,
    }).filter(([, fault]) => fault !== undefined),
  );
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, value: { email, password, name: name === '' ? null : name } };
}

export function newPasswordError(password: string, email: string, brand: Brand): FieldErrorKey | undefined {
  if (password === '') return 'passwordMissing';
  return passwordError(password, [email, email.split('@')[0] ?? email, brand.name]) ?? undefined;
}
