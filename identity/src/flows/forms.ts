import { z } from 'zod';
import { canonicalEmail } from '../accounts.ts';
import type { Texts } from '../locale.ts';
import type { Brand } from '../options.ts';
import { passwordFault } from '../passwords.ts';

export type FieldFault = keyof Texts['fields'];
export type Parsed<T> = { ok: true; value: T } | { ok: false; faults: Partial<Record<string, FieldFault>> };

const emailShape = z.email({ pattern: z.regexes.html5Email }).max(254);

export function emailFault(email: string): FieldFault | undefined {
  if (email === '') return 'emailMissing';
  return emailShape.safeParse(email).success && email.includes('.', email.indexOf('@'))
    ? undefined
    : 'emailInvalid';
}

export function typed(form: URLSearchParams, name: string): string {
  return form.get(name) ?? '';
}

/** Name as plain text: control and direction characters out, spaces joined. */
export function cleanName(raw: string): string {
  return raw
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

export type SignUpForm = { email: string; password: string; name: string | null };

export function parseSignUp(form: URLSearchParams, brand: Brand): Parsed<SignUpForm> {
  const email = canonicalEmail(typed(form, 'email'));
  const password = typed(form, 'password');
  const name = cleanName(typed(form, 'name'));
  const faults = Object.fromEntries(
    Object.entries({
      email: emailFault(email),
      password: newPasswordFault(password, email, brand),
      name: [...name].length > 100 ? ('nameTooLong' as const) : undefined,
    }).filter(([, fault]) => fault !== undefined),
  );
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  return { ok: true, value: { email, password, name: name === '' ? null : name } };
}

export function newPasswordFault(password: string, email: string, brand: Brand): FieldFault | undefined {
  if (password === '') return 'passwordMissing';
  return passwordFault(password, [email, email.split('@')[0] ?? email, brand.name]) ?? undefined;
}
