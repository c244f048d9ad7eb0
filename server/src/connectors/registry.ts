import type { ConnectorId, Platform } from '@kindling/contract/platforms';
import type { Connector } from './connector.ts';
import { createFacebookConnector, type FacebookConfig } from './facebook/index.ts';
import { facebookPhotoHosts } from './facebook/photos.ts';
import { createFacebookWebhooks, type FacebookWebhooksConfig } from './facebook/webhooks.ts';
import { createGoogleConnector, type GoogleConfig } from './google/index.ts';
import { googlePhotoHosts } from './google/photos.ts';
import { googleArchive } from './google/takeout.ts';
import { createGoogleWebhooks, type GooglePushConfig } from './google/webhooks.ts';
import { createGooglePlacesConnector, type GooglePlacesConfig } from './google-places/index.ts';
import type { ReviewArchive } from './kit/archive.ts';
import type { PlatformWebhooks } from './kit/webhooks.ts';

/** What has no settings is left out: it cannot be connected on this installation. */
export interface ConnectorsConfig {
  google: GoogleConfig | null;
  facebook: FacebookConfig | null;
  googlePlaces: GooglePlacesConfig | null;
}

/** The connectors that this installation can use. */
export function createConnectors(config: ConnectorsConfig): ReadonlyMap<ConnectorId, Connector> {
  const connectors: Connector[] = [];
  if (config.google) connectors.push(createGoogleConnector(config.google));
  if (config.facebook) connectors.push(createFacebookConnector(config.facebook));
  if (config.googlePlaces) connectors.push(createGooglePlacesConnector(config.googlePlaces));
  return new Map(connectors.map((connector) => [connector.id, connector]));
}

/** What platforms hand their owners as a file; it can be read whether or not the platform is set up here. */
export const reviewArchives: readonly ReviewArchive[] = [googleArchive];

/** Who may send us hints here; a platform without settings is left out. */
export function createPlatformWebhooks(config: {
  google: GooglePushConfig | null;
  facebook: FacebookWebhooksConfig | null;
}): ReadonlyMap<Platform, PlatformWebhooks> {
  const hints: PlatformWebhooks[] = [];
  if (config.google) hints.push(createGoogleWebhooks(config.google));
  if (config.facebook) hints.push(createFacebookWebhooks(config.facebook));
  return new Map(hints.map((one) => [one.platform, one]));
}

/** Stands in for a platform's picture hosts where it is set; null fields are platforms that are not simulated. */
export interface PhotoHostsConfig {
  google: { photos: string | null } | null;
  facebook: { photos: string | null } | null;
}

/** Where platforms keep their authors' pictures. Imported files name them too, so a platform need not be set up. */
export function createPhotoHosts({
  google,
  facebook,
}: PhotoHostsConfig): { names: readonly string[]; at: string | null }[] {
  return [
    { names: googlePhotoHosts, at: google?.photos ?? null },
    { names: facebookPhotoHosts, at: facebook?.photos ?? null },
  ];
}
