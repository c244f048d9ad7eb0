import { markConnectionFailure } from '@kindling/service/query-failure';
import type pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/**
 * Logs connections that end between two statements (server restart, idle timeout), and marks their errors, so that a request
 * is told to come again. `pg` emits an error on the client, or on the pool while the client is idle; without a listener that
 * would crash the process. The code that uses the client gets the same error from its next statement.
 */
export function logLostConnections(pool: pg.Pool, log: DatabaseLog): void {
  const onLoss = (error: Error): void => {
    markConnectionFailure(error);
    // Log only the message: the error object contains the whole client with its password.
    log.warn({ reason: error.message }, 'A database connection ended');
  };
  pool.on('connect', (client) => client.on('error', onLoss));
  // The client's own listener has already logged it.
  pool.on('error', () => {});
  markRefusedConnections(pool);
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (destroy?: boolean | Error) => void,
) => void;

/** A connection that cannot be made has no client that emits its error. */
function markRefusedConnections(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (done: ConnectCallback) => void;
  const watched = (done?: ConnectCallback): Promise<pg.PoolClient> | undefined => {
    if (done === undefined)
      return new Promise((resolve, reject) =>
        watched((error, client) => (client === undefined ? reject(error) : resolve(client))),
      );
    connect((error, client, release) => {
      if (error !== undefined && error !== null) markConnectionFailure(error);
      done(error, client, release);
    });
    return undefined;
  };
  pool.connect = watched as pg.Pool['connect'];
}
