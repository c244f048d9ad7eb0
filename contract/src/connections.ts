import { z } from 'zod';
import { done, idSchema, nothing, timeSchema } from './common.ts';
import { platformSchema } from './platforms.ts';
import { route } from './route.ts';
import { syncRunSchema } from './sync.ts';

/** States of a connection; decisions.md section 2. */
export const connectionStatuses = [
  'active',
  'needs_reauthorisation',
  'not_approved',
  'withdrawn',
  'revoked',
  'disconnected',
] as const;
export const connectionStatusSchema = z.enum(connectionStatuses);
export type ConnectionStatus = z.infer<typeof connectionStatusSchema>;

/** One profile on a platform, reached through a connection and bound to one of our locations. */
export const listingSchema = z.object({
  id: idSchema,
  name: z.string(),
  address: z.string().nullable(),
  locationId: idSchema,
  mapsUrl: z.string().nullable(),
  writeReviewUrl: z.string().nullable(),
  /** The platform's own average (1-5) and count, as it reports them; null until it told us. */
  platformAverage: z.number().nullable(),
  platformCount: z.number().int().nullable(),
  /** Reviews of this listing that we hold. */
  storedCount: z.number().int(),
  lastSuccessAt: timeSchema.nullable(),
  nextSyncAt: timeSchema.nullable(),
  lastRun: syncRunSchema.nullable(),
});
export type Listing = z.infer<typeof listingSchema>;

export const connectionSchema = z.object({
  id: idSchema,
  platform: platformSchema,
  /** The name or address of the account at the platform. */
  displayName: z.string(),
  status: connectionStatusSchema,
  /** Error code (locales area `errors`) that explains a status other than `active`. */
  reason: z.string().nullable(),
  createdAt: timeSchema,
  listings: z.array(listingSchema),
});
export type Connection = z.infer<typeof connectionSchema>;

/** What the platform offers for choosing, asked live. */
export const availableListingSchema = z.object({
  externalId: z.string(),
  name: z.string(),
  address: z.string().nullable(),
  chosen: z.boolean(),
  /** False when the platform says that reviews cannot be read here (for example not verified). */
  readable: z.boolean(),
});
export type AvailableListing = z.infer<typeof availableListingSchema>;

export const connections = {
  list: route({
    method: 'GET',
    path: '/connections',
    access: 'user',
    tag: 'Connections',
    summary: 'The account’s connections with their listings and last runs.',
    input: nothing,
    output: z.object({ connections: z.array(connectionSchema) }),
  }),
  authorise: route({
    method: 'POST',
    path: '/connections/authorise/{platform}',
    access: 'user',
    tag: 'Connections',
    summary: 'Starts the platform’s sign-in: answers the address to send the browser to.',
    input: z.strictObject({ platform: platformSchema }),
    output: z.object({ url: z.string() }),
  }),
  available: route({
    method: 'GET',
    path: '/connections/{id}/available',
    access: 'user',
    tag: 'Connections',
    summary: 'Locations or pages that the connected account can reach, asked at the platform now.',
    input: z.strictObject({ id: idSchema }),
    output: z.object({ listings: z.array(availableListingSchema) }),
  }),
  choose: route({
    method: 'PUT',
    path: '/connections/{id}/listings',
    access: 'user',
    tag: 'Connections',
    summary: 'Chooses what to read; each new choice starts its first sync. Earlier choices stay.',
    input: z.strictObject({ id: idSchema, externalIds: z.array(z.string().min(1).max(300)).min(1).max(200) }),
    output: z.object({ connection: connectionSchema }),
  }),
  disconnect: route({
    method: 'DELETE',
    path: '/connections/{id}',
    access: 'user',
    tag: 'Connections',
    summary: 'Stops reading, revokes the authorisation at the platform and deletes what came from it.',
    input: z.strictObject({ id: idSchema }),
    output: done,
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
