/** For tests only: an app that the simulators reach over real HTTP, set up for webhooks. */
import { readSettings } from '../config/settings.ts';
import { createConnectors, createPlatformWebhooks } from '../connectors/registry.ts';
import type { DatabaseMode } from './database.ts';
import { type SimulatedPlatform, type Simulators, simulatorEnv } from './simulators.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export interface WebhookHarness {
  app: TestApp;
  origin: string;
  /** Sends a command to a simulator and returns its response. */
  order(platform: SimulatedPlatform, order: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Google's message about a review; its answer holds the status that we gave. */
  push(review: string, more?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Facebook's message about a page. */
  webhook(page: string, more?: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** Queued syncs that webhooks requested: the listing, and whether the sync is delayed. */
  queuedSyncs(): Promise<{ listing: string; later: boolean }[]>;
  clearQueue(): Promise<void>;
  /** Forgets the platforms' keys, as after a start. */
  resetPlatformKeys(): void;
}

export async function startWebhookHarness(
  simulators: Simulators,
  mode: DatabaseMode,
): Promise<WebhookHarness> {
  const settings = {
    KINDLING_GOOGLE_SIMULATOR_URL: simulators.urls.google,
    KINDLING_FACEBOOK_SIMULATOR_URL: simulators.urls.facebook,
    ...simulatorEnv,
  };
  const { connectors } = readSettings({
    ...settings,
    KINDLING_SECRET: 'a secret that is long enough for it',
  });
  const app = await startTestApp(mode, { connectors: [...createConnectors(connectors).values()], settings });
  const origin = await app.listen();
  const { services } = app;
  // The simulators redirect only to this machine.
  services.connections.publicUrl = 'http://localhost:4000';

  async function order(platform: SimulatedPlatform, content: Record<string, unknown>) {
    const response = await fetch(`${simulators.urls[platform]}/_control`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (response.status !== 200) throw new Error(`${platform}: ${JSON.stringify(answer)}`);
    return answer;
  }

  return {
    app,
    origin,
    order,
    push: (name, more = {}) =>
      order('google', {
        action: 'push',
        url: `${origin}/hooks/google`,
        audience: `${services.settings.publicUrl}/hooks/google`,
        name,
        ...more,
      }),
    webhook: (page, more = {}) =>
      order('facebook', {
        action: 'webhook',
        url: `${origin}/hooks/facebook`,
        page,
        value: { item: 'rating', verb: 'add' },
        ...more,
      }),
    async queuedSyncs() {
      const { rows } = await services.db.pool.query<{ listing: string; later: boolean }>(
        `select data->>'listingId' as listing, start_after > created_on + interval '20 seconds' as later
           from pgboss.job where name = 'sync.listing' and state = 'created' and data->>'trigger' = 'notification'
          order by 1`,
      );
      return rows;
    },
    async clearQueue() {
      await services.db.pool.query('delete from pgboss.job');
    },
    resetPlatformKeys() {
      services.platformWebhooks.webhooks = createPlatformWebhooks(services.settings.connectors);
    },
  };
}
