import type { Platform } from '@kindling/contract/platforms';
import type { Connector } from './connector.ts';
import { createFacebookConnector, type FacebookConfig } from './facebook/index.ts';
import { createGoogleConnector, type GoogleConfig } from './google/index.ts';

/** A platform without settings is left out: it cannot be connected on this installation. */
export interface ConnectorsConfig {
  google: GoogleConfig | null;
  facebook: FacebookConfig | null;
}

/** The connectors that this installation can use, by platform. */
export function createConnectors(config: ConnectorsConfig): ReadonlyMap<Platform, Connector> {
  const connectors: Connector[] = [];
  if (config.google) connectors.push(createGoogleConnector(config.google));
  if (config.facebook) connectors.push(createFacebookConnector(config.facebook));
  return new Map(connectors.map((connector) => [connector.platform, connector]));
}
