/** A user's own profile: names, language, mail alerts, sessions. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { route } from './route.ts';

/** Width and height of a profile picture in pixels. The browser crops to it; the server refuses other sizes. */
export const pictureSide = 256;
/** Maximum bytes of a picture. A photo of 256 x 256 pixels has about 15 KB as WebP and 130 KB as PNG. */
export const pictureMaxBytes = 160 * 1024;
/** A name from the sign-up may be longer. */
export const accountNameMaxLength = 80;
/** Days between asking for the deletion of an account and the deletion. */
export const deletionDays = 14;
/** Seconds for which a sign-in counts as recent. Actions that cannot be undone need a recent one. */
export const recentSignInSeconds = 600;

/** Of which new reviews a person hears at once: of none, of the low ones, or of all. */
export const reviewAlertScopes = ['off', 'low', 'all'] as const;
/** How often a person gets one mail about all new reviews. */
export const digestSchedules = ['off', 'daily', 'weekly', 'monthly'] as const;
/** The most stars that can count as low. */
export const maxLowStars = 4;

/** A time of day, in the account's time zone. */
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
/** When alerts wait. `to` before `from` means the next day. */
export const quietHoursSchema = z
  .strictObject({ from: clockTime, to: clockTime })
  .refine(({ from, to }) => from !== to, { path: ['to'] });
export type QuietHours = z.infer<typeof quietHoursSchema>;

const alertChoices = {
  newReviews: z.enum(reviewAlertScopes),
  /** With `low`: reviews with at most this many stars. A thumb down and a recommendation against are low too. */
  lowStars: z.int().min(1).max(maxLowStars),
  /** With `low`: reviews that have neither stars nor a recommendation too. */
  unrated: z.boolean(),
  digest: z.enum(digestSchedules),
  monthlyReport: z.boolean(),
  privateFeedback: z.boolean(),
  connectionTrouble: z.boolean(),
  /** Of reviews that others assign to the person. */
  assigned: z.boolean(),
  productNews: z.boolean(),
  /** Null for none. */
  quietHours: quietHoursSchema.nullable(),
};

/** The mail alerts of a user. Every field falls back to a default, so that rows of older versions can be read. */
export const alertChoicesSchema = z.object({
  version: z.literal(2).catch(2),
  newReviews: alertChoices.newReviews.catch('low'),
  lowStars: alertChoices.lowStars.catch(3),
  unrated: alertChoices.unrated.catch(false),
  digest: alertChoices.digest.catch('daily'),
  monthlyReport: alertChoices.monthlyReport.catch(true),
  privateFeedback: alertChoices.privateFeedback.catch(true),
  connectionTrouble: alertChoices.connectionTrouble.catch(true),
  assigned: alertChoices.assigned.catch(true),
  productNews: alertChoices.productNews.catch(false),
  quietHours: alertChoices.quietHours.catch(null),
});
export type AlertChoices = z.infer<typeof alertChoicesSchema>;

/** In version 1 one field said how often somebody hears of new reviews. */
const firstVersionSchema = z.object({
  version: z.literal(1).optional(),
  newReviews: z.enum(['off', 'at-once', 'daily', 'weekly']),
});

function upgraded(stored: unknown): unknown {
  const first = firstVersionSchema.safeParse(stored);
  if (!first.success) return stored;
  const { newReviews } = first.data;
  const isDigest = newReviews === 'daily' || newReviews === 'weekly';
  const chosen = {
    newReviews: newReviews === 'at-once' ? 'all' : 'off',
    digest: isDigest ? newReviews : 'off',
    // Whoever wanted no mail about reviews wants no report of them either.
    monthlyReport: newReviews !== 'off',
  };
  return { ...(stored as object), version: 2, ...chosen };
}

/** Reads stored alerts; missing or unknown values get the default. */
export function readAlertChoices(stored: unknown): AlertChoices {
  const known = alertChoicesSchema.safeParse(upgraded(stored));
  return known.success ? known.data : alertChoicesSchema.parse({});
}

const alertsInput = z.strictObject(alertChoices);

/** Name of an IANA time zone. Offsets such as `+01:00` are refused, because they have no daylight saving time. */
export const timeZoneSchema = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_+\-/]*$/)
  .refine(isTimeZone);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const profileSchema = z.object({
  id: idSchema,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  /** Path of the picture; requests need the bearer token. Null without a picture. */
  picture: z.string().nullable(),
  locale: z.enum(languages),
  /** The account's time zone, used for days in charts and digests. */
  timeZone: z.string(),
  accountName: z.string(),
  alerts: alertChoicesSchema,
  /** When the account is deleted; null when no deletion is scheduled. */
  deletionScheduledFor: timeSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const signInSessionSchema = z.object({
  id: z.string(),
  /** Name and operating system of the browser, such as Firefox and Windows; empty when unknown. */
  browser: z.string(),
  system: z.string(),
  /** The IP address without its last part. */
  network: z.string(),
  signedInAt: timeSchema,
  lastUsedAt: timeSchema,
  /** True for the session of this request. */
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof signInSessionSchema>;

/** What a person signs in with besides the password. */
export const signInSecuritySchema = z.object({
  passkeys: z.int(),
  authenticatorApp: z.boolean(),
  /** Unused ones. */
  recoveryCodes: z.int(),
});
export type SignInSecurity = z.infer<typeof signInSecuritySchema>;

const profileOutput = z.object({ profile: profileSchema });
/** Input of routes without parameters: an empty body or none. */
const optionalEmptyBody = emptyInput.optional();
const tag = 'Profile';

export const profile = {
  get: route({
    method: 'GET',
    path: '/profile',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'The caller’s own profile.',
    input: emptyInput,
    output: profileOutput,
  }),
  changeNames: route({
    method: 'PUT',
    path: '/profile/names',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'Changes the caller’s name.',
    input: z.strictObject({
      firstName: nameSchema(100),
      lastName: nameSchema(100),
      displayName: nameSchema(200).min(1),
    }),
    output: profileOutput,
  }),
  renameAccount: route({
    method: 'PUT',
    path: '/profile/account-name',
    access: 'user',
    action: 'account.manage',
    tag,
    summary: 'Changes the account’s name, which its members, invited people and mails to them see.',
    input: z.strictObject({ name: nameSchema(accountNameMaxLength).min(1) }),
    output: profileOutput,
  }),
  changeRegion: route({
    method: 'PUT',
    path: '/profile/region',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'Changes the caller’s language and the account’s time zone.',
    input: z.strictObject({ locale: z.enum(languages), timeZone: timeZoneSchema }),
    output: profileOutput,
  }),
  changeLanguage: route({
    method: 'PUT',
    path: '/profile/language',
    access: 'person',
    tag,
    summary: 'Changes the caller’s language, with or without an account.',
    input: z.strictObject({ locale: z.enum(languages) }),
    output: okOutput,
  }),
  changeAlerts: route({
    method: 'PUT',
    path: '/profile/alerts',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'Changes which mails the caller gets.',
    input: z.strictObject({ alerts: alertsInput }),
    output: profileOutput,
  }),
  setPicture: route({
    method: 'PUT',
    path: '/profile/picture',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'Sets the caller’s picture: PNG, JPEG or WebP of 256 x 256 pixels, not animated, as base64.',
    input: z.strictObject({
      data: z
        .base64()
        .min(1)
        .max(Math.ceil(pictureMaxBytes / 3) * 4),
    }),
    output: profileOutput,
  }),
  removePicture: route({
    method: 'DELETE',
    path: '/profile/picture',
    access: 'user',
    action: 'profile.manage',
    tag,
    summary: 'Removes the caller’s picture.',
    input: optionalEmptyBody,
    output: profileOutput,
  }),
  listSessions: route({
    method: 'GET',
    path: '/profile/sessions',
    access: 'person',
    tag,
    summary:
      'Browsers in which the caller is signed in. Not found where a hosted provider stores the sessions.',
    input: emptyInput,
    output: z.object({ sessions: z.array(signInSessionSchema) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/profile/sessions/{id}',
    access: 'person',
    tag,
    summary: 'Signs one browser out; its tokens are refused from the next request on.',
    input: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: okOutput,
  }),
  getSignInSecurity: route({
    method: 'GET',
    path: '/profile/sign-in-security',
    access: 'person',
    tag,
    summary:
      'What the caller signs in with besides the password. Not found where a hosted provider stores sign-ins.',
    input: emptyInput,
    output: signInSecuritySchema,
  }),
  signOut: route({
    method: 'POST',
    path: '/profile/sign-out',
    access: 'token',
    tag,
    summary:
      'Ends the session of the token in this request; its tokens are refused from the next request on.',
    input: optionalEmptyBody,
    output: okOutput,
  }),
  scheduleDeletion: route({
    method: 'POST',
    path: '/profile/deletion',
    access: 'user',
    action: 'account.delete',
    tag,
    summary:
      'Schedules the deletion of the account in 14 days, at most 5 times a day. Requires a recent sign-in and the account’s name.',
    input: z.strictObject({ accountName: z.string().min(1).max(300) }),
    output: profileOutput,
  }),
  cancelDeletion: route({
    method: 'DELETE',
    path: '/profile/deletion',
    access: 'user',
    action: 'account.delete',
    tag,
    summary: 'Cancels a scheduled deletion.',
    input: optionalEmptyBody,
    output: profileOutput,
  }),
  endAllSessions: route({
    method: 'DELETE',
    path: '/profile/sessions',
    access: 'person',
    tag,
    summary: 'Signs the caller out everywhere; every token issued until now is refused.',
    input: optionalEmptyBody,
    output: okOutput,
  }),
};
