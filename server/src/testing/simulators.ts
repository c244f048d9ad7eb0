/** For tests only: the platforms' simulators on free ports, controlled by the test, and an app that uses them. */
import type { Platform } from '@kindling/contract/platforms';
import { startFacebookSimulator } from '../../../simulators/facebook/server.ts';
import { startGoogleSimulator } from '../../../simulators/google/server.ts';
import { submitConsentForm } from '../commands/consent.ts';
import type { Connector } from '../connectors/connector.ts';
import { createFacebookConnector } from '../connectors/facebook/index.ts';
import { createGoogleConnector } from '../connectors/google/index.ts';
import { createGooglePlacesConnector } from '../connectors/google-places/index.ts';
import { finishAuthorization, startAuthorization } from '../features/connections/index.ts';
import type { DatabaseMode } from './database.ts';
import { startTestApp, type TestApp, type TestUser } from './test-app.ts';

/** A request that a simulator received. `status` is a word when the connection was broken instead of answered. */
export interface RecordedCall {
  time: string;
  method: string;
  path: string;
  status: number | string;
}

/** The platforms whose simulators these tests start. */
export type SimulatedPlatform = 'google' | 'facebook';

export interface Simulators {
  /** The origin of each. */
  urls: Record<SimulatedPlatform, string>;
  /**
   * New connectors to the simulators with each call, because tests change them.
   * @param timeoutMs timeout of a call, for faults that end only by it
   */
  connectors(timeoutMs?: number): Connector[];
  /** Sends a command to `/_control`. @throws Error when the simulator refuses it */
  control(platform: SimulatedPlatform, order: Record<string, unknown>): Promise<void>;
  /** The calls since the last reset or `clear-calls` whose path contains `match`; `*` means all. */
  callsTo(platform: SimulatedPlatform, match: string): Promise<RecordedCall[]>;
  close(): Promise<void>;
}

// The default OAuth client of the simulators.
const client = { id: 'kindling-local', secret: 'kindling-local-secret' };
/** Environment that a program needs for the simulators, beside their addresses. */
export const simulatorEnv = { KINDLING_SIMULATOR_SECRET: client.secret };

/** @param options.dataFolder a folder with google.json and facebook.json; the demo data when missing */
export async function startSimulators(options: { dataFolder?: string } = {}): Promise<Simulators> {
  const [google, facebook] = await Promise.all([
    startGoogleSimulator({ port: 0, ...options }),
    startFacebookSimulator({ port: 0, ...options }),
  ]);
  const urls = { google: google.url, facebook: facebook.url };
  return {
    urls,
    connectors: (timeoutMs) => connectorsTo(urls, timeoutMs),
    async control(platform, order) {
      const response = await fetch(`${urls[platform]}/_control`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(order),
      });
      const text = await response.text();
      if (response.status !== 200)
        throw new Error(`${platform} refused ${JSON.stringify(order)} with ${response.status}: ${text}`);
    },
    async callsTo(platform, match) {
      const response = await fetch(`${urls[platform]}/_control/calls?match=${encodeURIComponent(match)}`);
      return ((await response.json()) as { calls: RecordedCall[] }).calls;
    },
    async close() {
      await Promise.all([google.close(), facebook.close()]);
    },
  };
}

function connectorsTo({ google, facebook }: Simulators['urls'], timeoutMs?: number): Connector[] {
  const deadline = timeoutMs === undefined ? {} : { timeoutMs };
  return [
    createGoogleConnector({
      clientId: client.id,
      clientSecret: client.secret,
      ...deadline,
      urls: { accounts: google, oauth: google, certs: google, account: google, info: google, v4: google },
    }),
    createFacebookConnector({
      appId: client.id,
      appSecret: client.secret,
      ...deadline,
      graphVersion: 'v21.0',
      urls: { dialog: facebook, graph: facebook },
    }),
    createGooglePlacesConnector({ apiKey: client.secret, url: google, ...deadline }),
  ];
}

/** A test app whose platforms are these simulators. */
export async function startAppWithSimulators(
  simulators: Simulators,
  mode: DatabaseMode,
  timeoutMs?: number,
): Promise<TestApp> {
  const app = await startTestApp(mode, { connectors: simulators.connectors(timeoutMs) });
  // The simulators redirect only to this machine.
  app.services.connections.publicUrl = 'http://localhost:4000';
  return app;
}

/** Connects by agreeing to everything on the consent page. @returns the id of the connection */
export async function connectThroughConsent(
  { services }: Pick<TestApp, 'services'>,
  user: TestUser,
  platform: Platform,
): Promise<string> {
  const { connections } = services;
  const { url, browserSecret } = await startAuthorization(connections, user, platform);
  const back = (await submitConsentForm(url)).searchParams;
  const result = await finishAuthorization(connections, {
    platform,
    state: back.get('state') ?? '',
    code: back.get('code') ?? '',
    browserSecret,
  });
  if ('problem' in result) throw new Error(result.problem);
  return result.connectionId;
}
