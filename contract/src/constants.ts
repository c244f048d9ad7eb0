/** Figures that server and browser must agree on. Sources: specification.md section 9, decisions.md. */

/** Languages of the product; Serbian exists but is not offered in the switcher. */
export const languages = ['en', 'fr', 'de', 'nl', 'es', 'sr'] as const;
export type Language = (typeof languages)[number];
export const listedLanguages = ['en', 'fr', 'de', 'nl', 'es'] as const satisfies readonly Language[];
export const fallbackLanguage: Language = 'en';

/** What was stored or sent as a language; English for anything that is none of ours. */
export function asLanguage(code: string | undefined): Language {
  return languages.find((language) => language === code) ?? fallbackLanguage;
}

/**
 * Cookie of the language that somebody chose, for site and app alike. Over https the browser takes a name with this
 * prefix from this host alone; over http browsers differ in what they make of it.
 */
export function languageCookieName(secure: boolean): string {
  return secure ? '__Host-selectedLanguage' : 'selectedLanguage';
}

export const roles = ['Regular', 'Super Admin'] as const;
export type Role = (typeof roles)[number];

export const trialDays = 14;

/** Claims that the identity service adds; a hosted tenant adds the same by an action. */
export const claims = {
  registered: 'https://kindling.app/registered',
  email: 'https://kindling.app/email',
  emailVerified: 'https://kindling.app/email_verified',
  /** When the person last proved who they are, in seconds. */
  authTime: 'https://kindling.app/auth_time',
  /** Which of the person's sign-ins a token belongs to, as the list of sessions names it. */
  session: 'https://kindling.app/session',
} as const;

/** States of a connection; decisions.md section 2. */
export const connectionStatuses = [
  'active',
  'needs_reauthorisation',
  'not_approved',
  'withdrawn',
  'revoked',
  'disconnected',
] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];
/** Nothing is read until somebody acts. What a platform has withdrawn, nobody can mend. */
export const actionNeededStatuses: readonly ConnectionStatus[] = [
  'needs_reauthorisation',
  'not_approved',
  'revoked',
];
