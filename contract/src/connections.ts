import { z } from 'zod';
import { emptyInput, idSchema, okOutput, timeSchema } from './common.ts';
import { connectionStatuses, languages } from './constants.ts';
import { comingPlatforms, platformSchema } from './platforms.ts';
import { route } from './route.ts';
import { syncRunSchema } from './sync.ts';

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
  /** Minutes between two regular syncs, 60 to 10,080. */
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
  heldBack: z.object({ count: z.number().int(), since: timeSchema }).nullable(),
  lastRun: syncRunSchema.nullable(),
});
export type Listing = z.infer<typeof listingSchema>;

export const connectionSchema = z.object({
  id: idSchema,
  platform: platformSchema,
  /** `open`: the platform is read with an API key instead of a sign-in, and returns less. */
  way: z.enum(['owner', 'open']),
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
export const openPlaceSchema = z.object({
  placeId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
});
export type OpenPlace = z.infer<typeof openPlaceSchema>;

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
  authorise: route({
    method: 'POST',
    path: '/connections/authorise/{platform}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Starts the platform’s sign-in: answers the address to send the browser to.',
    input: z.strictObject({ platform: platformSchema }),
    output: z.object({ url: z.string() }),
  }),
  available: route({
    method: 'GET',
    path: '/connections/{id}/available',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Locations or pages that the connected account can reach, asked at the platform now.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ listings: z.array(availableListingSchema) }),
  }),
  choose: route({
    method: 'PUT',
    path: '/connections/{id}/listings',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Chooses what to read; each new choice starts its first sync. Earlier choices stay.',
    input: z.strictObject({ id: idSchema, externalIds: z.array(z.string().min(1).max(300)).min(1).max(200) }),
    output: z.object({ connection: connectionSchema }),
  }),
  recheckAccess: route({
    method: 'POST',
    path: '/connections/{id}/look-again',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary:
      'Asks the platform once whether it lets us read by now, after it had withdrawn that or not approved it; at most once a minute.',
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
      'Stops reading and revokes the authorisation at the platform; deletes what came from it at once, or in seven days.',
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
      'How often a listing is read, whether at all, and to which location it belongs. Absent members stay.',
    input: z
      .strictObject({
        id: idSchema,
        paused: z.boolean().optional(),
        syncIntervalMinutes: z.number().int().min(60).max(10_080).optional(),
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
    summary: 'Stops reading one listing and deletes what came from it; the connection stays.',
    input: z.strictObject({ id: idSchema }),
    output: okOutput,
  }),
  searchPlaces: route({
    method: 'GET',
    path: '/open-places',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Finds places that can be read without a sign-in at the platform, by name and address.',
    input: z.strictObject({
      platform: platformSchema,
      query: z.string().trim().min(placeQueryLimits.shortest).max(placeQueryLimits.longest),
      language: z.enum(languages),
    }),
    output: z.object({ places: z.array(openPlaceSchema) }),
  }),
  addPlace: route({
    method: 'POST',
    path: '/open-places',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Begins to read such a place: what the platform shows of it to everybody.',
    input: z.strictObject({
      platform: platformSchema,
      placeId: z.string().regex(/^[\w-]{1,256}$/),
      language: z.enum(languages),
    }),
    output: z.object({ connection: connectionSchema }),
  }),
  platformRequests: route({
    method: 'GET',
    path: '/platform-wishes',
    access: 'user',
    action: 'connections.read',
    tag: 'Connections',
    summary: 'Platforms to come of which this account wants to be told.',
    input: emptyInput,
    output: z.object({ platforms: z.array(z.enum(comingPlatforms)) }),
  }),
  requestPlatform: route({
    method: 'PUT',
    path: '/platform-wishes/{platform}',
    access: 'user',
    action: 'connections.manage',
    tag: 'Connections',
    summary: 'Records, or takes back, the wish to be told when a platform can be connected.',
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
