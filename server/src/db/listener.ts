/**
 * Receives PostgreSQL's notifications (`select pg_notify(channel, text)`), which arrive when the sending transaction
 * commits. A notification says only that something changed; the subscriber then reads the current state. Notifications
 * sent while the connection was down are lost, so subscribers are notified after a reconnect.
 */
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

export interface Subscription {
  close(): Promise<void>;
}

/**
 * Subscribes to a channel. `onReconnect` is called when notifications may have been missed.
 * @throws Error when the database cannot be reached or delivers no notifications.
 */
export type Listen = (
  channel: string,
  onNotification: (payload: string) => void,
  onReconnect: () => void,
) => Promise<Subscription>;

interface Subscriber {
  onNotification: (payload: string) => void;
  onReconnect: () => void;
}

const INITIAL_RETRY_DELAY_MS = 250;
const MAX_RETRY_DELAY_MS = 10_000;
/** A connection that is lost without an error is detected after at most twice this time. */
const PING_INTERVAL_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;

/** The subscribers of each channel. It does not know the connection, which differs between the two database modes. */
class ChannelSubscribers {
  readonly #subscribers = new Map<string, Set<Subscriber>>();

  /** @returns whether this is the first subscriber of the channel */
  add(channel: string, subscriber: Subscriber): boolean {
    const present = this.#subscribers.get(channel);
    if (present !== undefined) {
      present.add(subscriber);
      return false;
    }
    this.#subscribers.set(channel, new Set([subscriber]));
    return true;
  }

  /** @returns whether this was the last subscriber of the channel */
  remove(channel: string, subscriber: Subscriber): boolean {
    const present = this.#subscribers.get(channel);
    if (present?.delete(subscriber) !== true || present.size > 0) return false;
    this.#subscribers.delete(channel);
    return true;
  }

  /** The SQL that listens to all channels; null when there are none. */
  listenSql(): string | null {
    const names = [...this.#subscribers.keys()];
    return names.length === 0 ? null : names.map((name) => `LISTEN ${pg.escapeIdentifier(name)}`).join('; ');
  }

  dispatch({ channel, payload = '' }: pg.Notification): void {
    for (const { onNotification } of [...(this.#subscribers.get(channel) ?? [])]) onNotification(payload);
  }

  notifyReconnected(): void {
    for (const present of [...this.#subscribers.values()])
      for (const { onReconnect } of [...present]) onReconnect();
  }
}

export interface EmbeddedListener {
  listen: Listen;
  /** Call it after a restart of the engine: the new session listens to no channel. */
  onEngineRestart(): Promise<void>;
}

/**
 * The embedded database has one session, so one LISTEN serves all clients. The notifications arrive at whichever client
 * commits.
 */
export function createEmbeddedListener(pool: pg.Pool): EmbeddedListener {
  const channels = new ChannelSubscribers();
  pool.on('connect', (client) => client.on('notification', (message) => channels.dispatch(message)));
  return {
    async listen(channel, onNotification, onReconnect) {
      const subscriber = { onNotification, onReconnect };
      if (channels.add(channel, subscriber)) await pool.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
      return {
        async close() {
          if (channels.remove(channel, subscriber))
            await pool.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
        },
      };
    },
    async onEngineRestart() {
      const sql = channels.listenSql();
      if (sql !== null) await pool.query(sql);
      channels.notifyReconnected();
    },
  };
}

export interface ServerListener {
  listen: Listen;
  close(): Promise<void>;
}

/**
 * Uses one separate connection for all channels of this process. It connects at the first subscription and reconnects
 * whenever the connection is lost. `settings` must connect to the server directly; `pool` may go through a pooler.
 */
export function createServerListener(
  settings: pg.ClientConfig,
  pool: pg.Pool,
  log: DatabaseLog,
): ServerListener {
  const channels = new ChannelSubscribers();
  const closing = new AbortController();
  /** Clients whose connection is lost; a client can be lost before it is watched. */
  const lost = new WeakSet<pg.Client>();
  let current: Promise<pg.Client> | null = null;
  let reconnecting: Promise<void> = Promise.resolve();

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(settings);
    client.on('notification', (message) => channels.dispatch(message));
    client.on('error', (error) =>
      log.warn({ reason: error.message }, 'The connection for notifications failed'),
    );
    client.once('end', () => lost.add(client));
    try {
      await client.connect();
      await client.query(channels.listenSql() ?? 'select 1');
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return client;
  };
  /** Reconnects when this client's connection ends. */
  const reconnectWhenLost = (client: pg.Client): pg.Client => {
    const renew = () => {
      reconnecting = reconnect();
    };
    if (lost.has(client)) renew();
    else {
      client.once('end', renew);
      void pingUntilLost(client, closing.signal);
    }
    return client;
  };
  const reconnect = async (): Promise<void> => {
    for (
      let pause = INITIAL_RETRY_DELAY_MS;
      !closing.signal.aborted;
      pause = Math.min(pause * 2, MAX_RETRY_DELAY_MS)
    ) {
      await wait(pause, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      if (closing.signal.aborted) return;
      const client = await connect().catch(() => null);
      if (client === null) continue;
      if (closing.signal.aborted) {
        await client.end().catch(() => {});
        return;
      }
      current = Promise.resolve(reconnectWhenLost(client));
      // Channels that were subscribed while it connected are not in its LISTEN yet.
      await client.query(channels.listenSql() ?? 'select 1').catch(() => {});
      channels.notifyReconnected();
      return;
    }
  };
  const connectFirst = async (): Promise<pg.Client> => {
    const client = await connect();
    try {
      await assertNotificationsArrive(client, pool);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    return reconnectWhenLost(client);
  };

  return {
    async listen(channel, onNotification, onReconnect) {
      current ??= connectFirst();
      const client = await current.catch((error: unknown) => {
        current = null;
        throw error;
      });
      const subscriber = { onNotification, onReconnect };
      // If the client was lost meanwhile, the next one listens to all channels.
      if (channels.add(channel, subscriber))
        await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
      return {
        async close() {
          if (!channels.remove(channel, subscriber)) return;
          const present = await current?.catch(() => null);
          await present?.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`).catch(() => {});
        },
      };
    },
    async close() {
      closing.abort();
      await reconnecting;
      const client = await current?.catch(() => null);
      await client?.end().catch(() => {});
    },
  };
}

/** A pooler in transaction mode accepts LISTEN but delivers nothing, which must fail at the start. */
async function assertNotificationsArrive(client: pg.Client, pool: pg.Pool): Promise<void> {
  const channel = `kindling_probe_${crypto.randomUUID()}`;
  const arrived = new Promise<boolean>((resolve) => {
    client.on('notification', (message) => {
      if (message.channel === channel) resolve(true);
    });
    AbortSignal.timeout(PROBE_TIMEOUT_MS).addEventListener('abort', () => resolve(false));
  });
  await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
  await pool.query('select pg_notify($1, $2)', [channel, '']);
  if (!(await arrived))
    throw new Error(
      'The database delivers no notifications. If DATABASE_URL goes through a pooler such as PgBouncer, set DATABASE_DIRECT_URL to the direct address of the same database.',
    );
  await client.query(`UNLISTEN ${pg.escapeIdentifier(channel)}`);
}

/** Pings the connection and destroys it when it stops answering, which triggers a reconnect. */
async function pingUntilLost(client: pg.Client, signal: AbortSignal): Promise<void> {
  let ended = false;
  client.once('end', () => {
    ended = true;
  });
  for (;;) {
    await wait(PING_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {});
    if (ended || signal.aborted) return;
    const answers = await Promise.race([
      client.query('select 1').then(
        () => true,
        () => false,
      ),
      wait(PING_INTERVAL_MS, false, { ref: false }),
    ]);
    if (ended || signal.aborted) return;
    if (answers) continue;
    // A regular `end` would wait for the same unresponsive server.
    client.connection?.stream?.destroy();
    return;
  }
}
