/** The one contract file that names platforms. Everything else speaks of sources. */
import { z } from 'zod';

/** Platforms that a connection can be made to. */
export const platforms = ['google', 'facebook'] as const;
export type Platform = (typeof platforms)[number];
export const platformSchema = z.enum(platforms);

/**
 * Ways to read a platform. One with the platform's own name goes through an owner who signs in; any other is open: the
 * operator's key reads what the platform shows everybody.
 */
export const connectorIds = [...platforms, 'google-places'] as const;
export type ConnectorId = (typeof connectorIds)[number];

/** Platforms shown as coming; nothing can be connected yet. */
export const comingPlatforms = ['yelp', 'trustpilot'] as const;

/** Where a review comes from. */
export const sources = [...platforms, 'first-party', 'import'] as const;
export type Source = (typeof sources)[number];
export const sourceSchema = z.enum(sources);

/**
 * How a platform is reached on this installation: `live` with the operator's keys, `simulated` by a local
 * simulator (every screen says so), or `unconfigured`.
 */
export const platformModes = ['live', 'simulated', 'unconfigured'] as const;
export const platformModeSchema = z.enum(platformModes);
export type PlatformMode = z.infer<typeof platformModeSchema>;
