/** The only contract file that names platforms. */
import { z } from 'zod';

/** Platforms that a connection can be made to. */
export const platforms = ['google', 'facebook'] as const;
export type Platform = (typeof platforms)[number];
export const platformSchema = z.enum(platforms);

/**
 * Connectors. One with the platform's own name needs the owner's sign-in. The others read public data with the operator's
 * API key.
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
