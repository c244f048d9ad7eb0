/** The connectors of the program, by their manifests. A new connector is added to `connectorManifests`. */
import type { ConnectorId, Platform } from '@kindling/contract/platforms';
import type { Environment } from '../lib/environment.ts';
import type { Connector } from './connector.ts';
import { facebookManifest } from './facebook/manifest.ts';
import { googleManifest } from './google/manifest.ts';
import { googlePlacesManifest } from './google-places/manifest.ts';
import type { ReviewArchive } from './kit/archive.ts';
import { createReviewSites, type ReviewSites } from './kit/review-addresses.ts';
import type { PlatformWebhooks } from './kit/webhooks.ts';
import type { ConfiguredConnector, ConnectorManifest, PlatformSimulator } from './manifest.ts';

export const connectorManifests: readonly ConnectorManifest[] = [
  googleManifest,
  facebookManifest,
  googlePlacesManifest,
];

/** At most one per platform. */
export const platformSimulators: readonly PlatformSimulator[] = connectorManifests.flatMap(
  ({ simulator }) => simulator ?? [],
);

/** Files that platforms export for owners can be imported also when the platform is not set up. */
export const reviewArchives: readonly ReviewArchive[] = connectorManifests.flatMap(
  ({ archive }) => archive ?? [],
);

/** Addresses at which reviews are written, also of platforms that are not set up. */
export const reviewSites: ReviewSites = createReviewSites(
  connectorManifests.flatMap(({ reviewAddresses }) => reviewAddresses ?? []),
);

/** The connectors that this installation can use; a connector without credentials and simulator is absent. */
export type ConfiguredConnectors = ReadonlyMap<ConnectorId, ConfiguredConnector>;

/** @param environment with valid variables */
export function configureConnectors(
  environment: Environment,
  { publicUrl, simulatorSecret }: { publicUrl: string; simulatorSecret: string | undefined },
): ConfiguredConnectors {
  const simulatorOf = (platform: Platform) => {
    const owner = connectorManifests.find((one) => one.platform === platform && one.simulator !== null);
    const url = environment[owner?.simulator?.addressVariable ?? '']?.replace(/\/+$/, '');
    return !url || simulatorSecret === undefined ? null : { url, secret: simulatorSecret };
  };
  return new Map(
    connectorManifests.flatMap((manifest) => {
      const context = { publicUrl, simulator: simulatorOf(manifest.platform) };
      const configured = manifest.configure(environment, context);
      return configured === null ? [] : [[manifest.id, configured]];
    }),
  );
}

/** The missing variables of each platform that cannot be connected. */
export function credentialsOf(platform: Platform): readonly string[] {
  return connectorManifests.find(({ id }) => id === platform)?.credentials ?? [];
}

export function createConnectors(configured: ConfiguredConnectors): ReadonlyMap<ConnectorId, Connector> {
  return new Map([...configured].map(([id, one]) => [id, one.createConnector()]));
}

export function createPlatformWebhooks(
  configured: ConfiguredConnectors,
): ReadonlyMap<Platform, PlatformWebhooks> {
  const webhooks = [...configured.values()].flatMap((one) => one.createWebhooks() ?? []);
  return new Map(webhooks.map((one) => [one.platform, one]));
}

/** Domains of author photos, each with the address that serves them instead (`at`), if any. */
export function createPhotoHosts(
  configured: ConfiguredConnectors,
): { names: readonly string[]; at: string | null }[] {
  return connectorManifests
    .filter(({ photoHosts }) => photoHosts.length > 0)
    .map(({ id, photoHosts }) => ({ names: photoHosts, at: configured.get(id)?.photosUrl ?? null }));
}
