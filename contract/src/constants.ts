/** Constants that server and browser must agree on. */
import { type Language, languages, listedLanguages } from '@kindling/locales/languages.ts';

export { type Language, languages, listedLanguages };
export const fallbackLanguage: Language = 'en';

/** Reads a stored or sent language code; English for every code that is not supported. */
export function asLanguage(code: string | undefined): Language {
  return languages.find((language) => language === code) ?? fallbackLanguage;
}

/**
 * Name of the cookie with the chosen language, for site and app. `__Host-` makes the browser accept the cookie only from
 * this host over https; over http browsers handle the prefix differently, so the name has none.
 */
export function languageCookieName(secure: boolean): string {
  return secure ? '__Host-selectedLanguage' : 'selectedLanguage';
}

export const roles = ['Regular', 'Super Admin'] as const;
export type Role = (typeof roles)[number];

/** Header that names the account of a request by its id; a person may belong to several. */
export const accountHeader = 'kindling-account';

/** Header that names the acting session of an administrator who acts as a member. */
export const actingHeader = 'kindling-acting';
/** Header by which an administrator confirms an act in the name of a member; its only value is `yes`. */
export const confirmActingHeader = 'kindling-confirm-acting';
/** Minutes after which an administrator's acting session ends by itself. */
export const actingMinutes = 60;

export const trialDays = 14;

/** Claims that the sign-in service adds to tokens; a hosted tenant adds the same ones by an action. */
export const claims = {
  registered: 'https://kindling.app/registered',
  email: 'https://kindling.app/email',
  emailVerified: 'https://kindling.app/email_verified',
  /** When the person last signed in with their credentials, in seconds since 1970. */
  authTime: 'https://kindling.app/auth_time',
  /** Id of the session that the token belongs to, as the list of sessions shows it. */
  session: 'https://kindling.app/session',
  /** How the person signed in (RFC 8176), a list. */
  methods: 'https://kindling.app/amr',
} as const;

/** In `claims.methods` of a sign-in that passed a second factor, or used a passkey, which is two factors in one. */
export const secondFactorMethod = 'mfa';

/** States of a connection. */
export const connectionStatuses = [
  'active',
  'needs_reauthorization',
  'not_approved',
  'withdrawn',
  'revoked',
  'disconnected',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
/** The connection is not read until the owner acts. `withdrawn` is missing: the owner cannot repair it. */
export const actionNeededStatuses: readonly ConnectionStatus[] = [
  'needs_reauthorization',
  'not_approved',
  'revoked',
];
