/** A person's own profile: what they are called, their language, what they want to hear of, where they are signed in. */
import { z } from 'zod';
import { emptyInput, idSchema, nameSchema, okOutput, timeSchema } from './common.ts';
import { languages } from './constants.ts';
import { route } from './route.ts';

/** Side of a profile picture in pixels; the browser crops to it and the server takes nothing else. */
export const pictureSide = 256;
/** Bytes of a finished picture. 256 x 256 pixels of photo are about 15 KB as WebP, 130 KB as PNG. */
export const pictureMaxBytes = 160 * 1024;
/** Days between asking for the deletion of an account and the deletion. */
export const deletionDays = 14;
/** Seconds for which a sign-in counts as recent where something that cannot be undone asks for one. */
export const recentSignInSeconds = 600;

export const reviewAlertSchedules = ['off', 'at-once', 'daily', 'weekly'] as const;

/**
 * What a person wants to be told by mail. Every field has a default and falls back to it, so that what an older
 * version stored always opens.
 */
export const alertChoicesSchema = z.object({
  version: z.literal(1).catch(1),
  newReviews: z.enum(reviewAlertSchedules).catch('daily'),
  privateFeedback: z.boolean().catch(true),
  connectionTrouble: z.boolean().catch(true),
  productNews: z.boolean().catch(false),
});
export type AlertChoices = z.infer<typeof alertChoicesSchema>;

/** The choices as stored, with the default for everything that is missing or not known. */
export function readAlertChoices(stored: unknown): AlertChoices {
  const known = alertChoicesSchema.safeParse(stored);
  return known.success ? known.data : alertChoicesSchema.parse({});
}

const alertsInput = z.strictObject({
  newReviews: z.enum(reviewAlertSchedules),
  privateFeedback: z.boolean(),
  connectionTrouble: z.boolean(),
  productNews: z.boolean(),
});

/** A zone of the IANA database by name; offsets such as `+01:00` know no summer time. */
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
  /** Path of the picture, to be asked for with the bearer; null without one. */
  picture: z.string().nullable(),
  locale: z.enum(languages),
  /** The account's zone: days of charts and digests are counted in it. */
  timeZone: z.string(),
  accountName: z.string(),
  alerts: alertChoicesSchema,
  /** When everything is deleted; null while nobody asked for it. */
  deletionScheduledFor: timeSchema.nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

export const signInSessionSchema = z.object({
  id: z.string(),
  /** Name and system of the browser, such as "Firefox on Windows"; empty where it did not say. */
  browser: z.string(),
  system: z.string(),
  /** The network it came from with the last part taken out. */
  network: z.string(),
  signedInAt: timeSchema,
  lastUsedAt: timeSchema,
  /** The one that made this request. */
  current: z.boolean(),
});
export type SignInSession = z.infer<typeof signInSessionSchema>;

const profileOutput = z.object({ profile: profileSchema });
/** A deletion that names nothing: with or without an empty body. */
const optionalEmptyBody = emptyInput.optional();
const tag = 'Profile';

export const profile = {
  get: route({
    method: 'GET',
    path: '/profile',
    access: 'user',
    tag,
    summary: 'The caller’s own profile.',
    input: emptyInput,
    output: profileOutput,
  }),
  changeNames: route({
    method: 'PUT',
    path: '/profile/names',
    access: 'user',
    tag,
    summary: 'Changes what the caller is called.',
    input: z.strictObject({
      firstName: nameSchema(100),
      lastName: nameSchema(100),
      displayName: nameSchema(200).min(1),
    }),
    output: profileOutput,
  }),
  changeRegion: route({
    method: 'PUT',
    path: '/profile/region',
    access: 'user',
    tag,
    summary: 'Changes the caller’s language and the account’s time zone.',
    input: z.strictObject({ locale: z.enum(languages), timeZone: timeZoneSchema }),
    output: profileOutput,
  }),
  changeAlerts: route({
    method: 'PUT',
    path: '/profile/alerts',
    access: 'user',
    tag,
    summary: 'Changes what the caller is told by mail.',
    input: z.strictObject({ alerts: alertsInput }),
    output: profileOutput,
  }),
  setPicture: route({
    method: 'PUT',
    path: '/profile/picture',
    access: 'user',
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
    tag,
    summary: 'Removes the caller’s picture.',
    input: optionalEmptyBody,
    output: profileOutput,
  }),
  listSessions: route({
    method: 'GET',
    path: '/profile/sessions',
    access: 'user',
    tag,
    summary: 'Browsers in which the caller is signed in. Not found where a hosted provider keeps them.',
    input: emptyInput,
    output: z.object({ sessions: z.array(signInSessionSchema) }),
  }),
  endSession: route({
    method: 'DELETE',
    path: '/profile/sessions/{id}',
    access: 'user',
    tag,
    summary: 'Signs one browser out; its tokens are refused from the next request on.',
    input: z.strictObject({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
    output: okOutput,
  }),
  signOut: route({
    method: 'POST',
    path: '/profile/sign-out',
    access: 'token',
    tag,
    summary: 'Ends the sign-in of the token that asks; its tokens are refused from the next request on.',
    input: optionalEmptyBody,
    output: okOutput,
  }),
  scheduleDeletion: route({
    method: 'POST',
    path: '/profile/deletion',
    access: 'user',
    tag,
    summary:
      'Schedules the deletion of the account in 14 days. Needs a recent sign-in and the account’s name.',
    input: z.strictObject({ accountName: z.string().min(1).max(300) }),
    output: profileOutput,
  }),
  cancelDeletion: route({
    method: 'DELETE',
    path: '/profile/deletion',
    access: 'user',
    tag,
    summary: 'Takes a scheduled deletion back.',
    input: optionalEmptyBody,
    output: profileOutput,
  }),
  endAllSessions: route({
    method: 'DELETE',
    path: '/profile/sessions',
    access: 'user',
    tag,
    summary: 'Signs the caller out everywhere; every token given until now is refused from here on.',
    input: optionalEmptyBody,
    output: okOutput,
  }),
};
