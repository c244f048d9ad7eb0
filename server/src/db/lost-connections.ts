import type pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/**
 * Logs connections that end between two statements (server restart, idle timeout). `pg` emits an error on the client, or
 * on the pool while the client is idle; without a listener that would crash the process. The code that uses the client
 * gets an error from its next statement.
 */
export function logLostConnections(pool: pg.Pool, log: DatabaseLog): void {
  // Log only the message: the error object contains the whole client with its password.
  const logLoss = (error: Error): void => log.warn({ reason: error.message }, 'A database connection ended');
  pool.on('connect', (client) => client.on('error', logLoss));
  // The client's own listener has already logged it.
  pool.on('error', () => {});
}
