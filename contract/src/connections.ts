import { z } from 'zod';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { connectionStatuses, languages } from './constants.ts';
import { comingPlatforms, platformSchema } from './platforms.ts';
import { route } from './route.ts';
import { syncIntervalSchema, syncRunSchema } from './sync.ts';

export const connectionStatusSchema = z.enum(connectionStatuses);

/**
 * The state of a listing at its platform.
 * - `ok`: it is read.
 * - `unverified`: it is not read; the platform returns reviews of verified places only.
 * - `closed`: the platform shows the place as permanently closed; its reviews are still read.
 * - `gone`: the platform no longer knows it (deleted, merged or moved); stored reviews stay.
 */
export const listingStates = ['ok', 'unverified', 'closed', 'gone'] as const;
export const listingStateSchema = z.enum(listingStates);

/** One profile on a platform, reached through a connection and bound to one of our locations. */
export const listingSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string().nullable(),
  locationId: idSchema,
  mapsUrl: z.string().nullable(),
  writeReviewUrl: z.string().nullable(),
  /** The platform's own average (1-5) and count; null until the platform has reported them. */
  platformAverage: z.number().nullable(),
  platformCount: z.number().int().nullable(),
  /** Stored reviews of this listing. */
  storedCount: z.number().int(),
  state: listingStateSchema,
  /** The listing is not read while true; stored reviews stay. */
  paused: z.boolean(),
  /** Since when the operator pauses the listing; null where they do not. The owner cannot end this pause. */
  pausedByOperatorSince: timeSchema.nullable(),
  /** Minutes between two regular syncs: what somebody chose, or the default of the platform. */
  syncIntervalMinutes: z.number().int(),
  lastSuccessAt: timeSchema.nullable(),
  /** When all reviews were last read to the end. Edits, removals and replies before then are known. */
  lastFullPassAt: timeSchema.nullable(),
  /** When all reviews are read again at the latest; null when the listing is not read before the owner acts. */
  nextFullPassAt: timeSchema.nullable(),
  nextSyncAt: timeSchema.nullable(),
  /**
   * The last full pass missed so many reviews at once that they stay until the owner confirms their removal or the
   * platform shows them again; null otherwise.
   */
  pendingRemovals: z.object({ count: z.number().int(), since: timeSchema }).nullable(),
  lastRun: syncRunSchema.nullable(),
});
export type Listing = z.infer<typeof listingSchema>;

export const connectionSchema = z.object({
  id: idSchema,
  platform: platformSchema,
  /** `api-key`: the platform is read with the operator's API key instead of the owner's sign-in, and returns less. */
  access: z.enum(['oauth', 'api-key']),
  /** The name or address of the account at the platform. */
  displayName: z.string(),
  status: connectionStatusSchema,
  /** Error code (locales area `errors`) that explains a status other than `active`. */
  reason: z.string().nullable(),
  /** When the status last changed. */
  statusSince: timeSchema,
  createdAt: timeSchema,
  /** After a delayed disconnect: when the content is deleted. Connecting again before that keeps the content. */
  deleteContentAt: timeSchema.nullable(),
  /** The platform's rate limit makes all calls wait until then; null when no call waits. */
  waitingUntil: timeSchema.nullable(),
  /** Since when the operator pauses reading from the platform; null where they do not. */
  pausedByOperatorSince: timeSchema.nullable(),
  /** The fewest minutes between two regular syncs that may be chosen for a listing. */
  fastestIntervalMinutes: z.number().int(),
  listings: z.array(listingSchema),
});
export type Connection = z.infer<typeof connectionSchema>;

/** A listing that the connected account can reach, as the platform returns it now. */
export const availableListingSchema = z.object({
  externalId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  chosen: z.boolean(),
  /** False when the platform does not return its reviews, for example because it is not verified. */
  readable: z.boolean(),
});
export type AvailableListing = z.infer<typeof availableListingSchema>;

/** A place that can be read with an API key instead of a sign-in. */
export const apiKeyPlaceSchema = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
});
export type ApiKeyPlace = z.infer<typeof apiKeyPlaceSchema>;

/** Lengths of a search text, in characters. */
export const placeQueryLimits = { shortest: 2, longest: 100 } as const;

export const connections = {
  list: route({
    method: 'GET',
    path: '/connections',
    access: 'user',
    action: 'connections.read',
    tag: 'Connections',
    summary: 'The account’s connections with their listings and last runs.',
    input: emptyInput,
    output: z.object({ connections: z.array(connectionSchema) }),
  }),
  authorize: route({
    method: 'POST',
    path: '/connections/authorize/{platform}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Starts the platform’s sign-in. Returns the address to which the browser must be sent.',
    input: z.strictObject({ platform: platformSchema }),
    output: z.object({ url: z.string() }),
  }),
  available: route({
    method: 'GET',
    path: '/connections/{id}/available',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Locations or pages that the connected account can reach now, requested from the platform.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ listings: z.array(availableListingSchema) }),
  }),
  choose: route({
    method: 'PUT',
    path: '/connections/{id}/listings',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Chooses the listings to read; each new one starts its first sync. Earlier choices are kept.',
    input: z.strictObject({ id: idSchema, externalIds: z.array(z.string().min(1).max(300)).min(1).max(200) }),
    output: z.object({ connection: connectionSchema }),
  }),
  recheckAccess: route({
    method: 'POST',
    path: '/connections/{id}/recheck-access',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary:
      'Checks once whether a platform that had withdrawn or not approved reading allows it now; at most once a minute.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ connection: connectionSchema }),
  }),
  disconnect: route({
    method: 'DELETE',
    path: '/connections/{id}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary:
      'Stops reading and revokes the authorization at the platform; deletes the content at once, or after seven days.',
    input: z.strictObject({ id: idSchema, content: z.enum(['now', 'later']) }),
    output: okOutput,
  }),
  updateListing: route({
    method: 'PUT',
    path: '/listings/{id}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary:
      'Changes how often a listing is read, whether it is paused, and its location. Absent fields are not changed.',
    input: z
      .strictObject({
        id: idSchema,
        paused: z.boolean().optional(),
        syncIntervalMinutes: syncIntervalSchema.optional(),
        locationId: idSchema.optional(),
      })
      // Also true for a body that is not an object.
      .refine(({ id: _, ...change }) => Object.values(change).some((member) => member !== undefined), {
        message: 'Nothing to change was given.',
      }),
    output: z.object({ listing: listingSchema }),
  }),
  removeListing: route({
    method: 'DELETE',
    path: '/listings/{id}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Stops reading one listing and deletes its content; the connection stays.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  searchPlaces: route({
    method: 'GET',
    path: '/api-key-places',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary:
      'Finds places that can be read with an API key, without a sign-in at the platform, by name and address.',
    input: z.strictObject({
      platform: platformSchema,
      query: z.string().trim().min(placeQueryLimits.shortest).max(placeQueryLimits.longest),
      language: z.enum(languages),
    }),
    output: z.object({ places: z.array(apiKeyPlaceSchema) }),
  }),
  addPlace: route({
    method: 'POST',
    path: '/api-key-places',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Adds a place that is read without a sign-in: its reviews that the platform shows publicly.',
    input: z.strictObject({
      platform: platformSchema,
      placeId: z.string().regex(/^[\w-]{1,256}$/),
      language: z.enum(languages),
    }),
    output: z.object({ connection: connectionSchema }),
  }),
  platformRequests: route({
    method: 'GET',
    path: '/platform-requests',
    access: 'user',
    action: 'connections.read',
    tag: 'Connections',
    summary: 'The planned platforms that the account has requested.',
    input: emptyInput,
    output: z.object({ platforms: z.array(z.enum(comingPlatforms)) }),
  }),
  requestPlatform: route({
    method: 'PUT',
    path: '/platform-requests/{platform}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Adds or removes a request to be notified when a platform can be connected.',
    input: z.strictObject({ platform: z.enum(comingPlatforms), wanted: z.boolean() }),
    output: z.object({ platforms: z.array(z.enum(comingPlatforms)) }),
  }),
};

/**
 * Problems that the OAuth callback reports to the connections screen as `?problem=`.
 * Locale keys: app area, `connections.problem.<code>`.
 */
export const connectProblems = [
  'denied',
  'state',
  'expired',
  'scope',
  'code',
  'platform-down',
  'not-approved',
  'nothing-to-connect',
] as const;
export type ConnectProblem = (typeof connectProblems)[number];
