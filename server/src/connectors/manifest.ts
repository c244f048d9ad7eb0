/** The manifest of a connector: everything that the program needs to know about it before the connector is created. */
import type { ConnectorId, Platform } from '@kindling/contract/platforms';
import {
  type Environment,
  type EnvironmentValues,
  type EnvironmentVariables,
  readVariables,
} from '../lib/environment.ts';
import type { Connector, ConnectorCapabilities } from './connector.ts';
import type { ReviewArchive } from './kit/archive.ts';
import type { ReviewAddresses } from './kit/review-addresses.ts';
import type { PlatformWebhooks } from './kit/webhooks.ts';

/** The simulator of a platform, in a file without imports: `tools/lib/simulators.mjs` reads it before each start. */
export interface PlatformSimulator {
  /** Folder below `simulators/`. */
  name: string;
  /** The name of the simulator in the output of `npm start`. */
  title: string;
  /** The simulator listens on PORT plus this. */
  portOffset: number;
  /** The variable that holds its address. */
  addressVariable: string;
  /** The variable that, when set, keeps `npm start` from running it. */
  keyVariable: string;
}

/** The installation that a connector runs in. */
export interface ConnectorContext {
  /** Public address of this installation, without a slash at the end. */
  publicUrl: string;
  /** Address of the platform's simulator; null where none runs. */
  simulator: { url: string; secret: string } | null;
}

/** The settings that every connector has. */
interface CommonSettings {
  mode: 'live' | 'simulated';
  /** Addresses of the platform. */
  url?: string;
  urls?: Readonly<Record<string, string>>;
}

interface ManifestFacts {
  id: ConnectorId;
  platform: Platform;
  variables: EnvironmentVariables;
  /** Variables that must be set, unless the platform is simulated. */
  credentials: readonly string[];
  /** Further groups of variables that must be set together. */
  variableGroups: readonly (readonly string[])[];
  capabilities: ConnectorCapabilities;
  /** Domains of author photos; imported reviews contain them too, so they count also without credentials. */
  photoHosts: readonly string[];
  /** Null for a second connector of a platform, which uses the platform's simulator. */
  simulator: PlatformSimulator | null;
  /** Reads the file that the platform exports for owners; null where there is none. */
  archive: ReviewArchive | null;
  /** Reads addresses of the platform; null for a second connector of a platform, or where there are none. */
  reviewAddresses: ReviewAddresses | null;
}

/** A connector with its settings, ready to be created. */
export interface ConfiguredConnector {
  mode: CommonSettings['mode'];
  /** The address that serves the photos instead of `photoHosts`; null where they are fetched from these hosts. */
  photosUrl: string | null;
  /** The platform's hosts that the connector calls, as origins. */
  origins: readonly string[];
  createConnector(): Connector;
  /** Null for a connector without webhooks. */
  createWebhooks(): PlatformWebhooks | null;
}

export interface ConnectorManifest extends ManifestFacts {
  /** Null where the environment has neither the credentials nor a simulator. The variables must be valid. */
  configure(environment: Environment, context: ConnectorContext): ConfiguredConnector | null;
}

interface ManifestDefinition<Variables extends EnvironmentVariables, Settings extends CommonSettings>
  extends ManifestFacts {
  variables: Variables;
  /** Settings with the operator's credentials, or those of the simulator, or null. */
  toSettings(values: EnvironmentValues<Variables>, context: ConnectorContext): Settings | null;
  createConnector(settings: Settings): Connector;
  createWebhooks?(settings: Settings): PlatformWebhooks;
}

/** Checks that the parts of a manifest fit together; only the connector sees the type of its settings. */
export function defineConnector<Variables extends EnvironmentVariables, Settings extends CommonSettings>(
  definition: ManifestDefinition<Variables, Settings>,
): ConnectorManifest & Pick<ManifestDefinition<Variables, Settings>, 'variables' | 'toSettings'> {
  return {
    ...definition,
    configure(environment, context) {
      const { values } = readVariables(definition.variables, environment);
      const settings = definition.toSettings(values, context);
      if (settings === null) return null;
      const { mode, url, urls = {} } = settings;
      const addresses = [...(url === undefined ? [] : [url]), ...Object.values(urls)];
      return {
        mode,
        photosUrl: mode === 'simulated' ? (context.simulator?.url ?? null) : null,
        origins: [...new Set(addresses.map((address) => new URL(address).origin))],
        createConnector: () => definition.createConnector(settings),
        createWebhooks: () => definition.createWebhooks?.(settings) ?? null,
      };
    },
  };
}
