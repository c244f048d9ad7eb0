import type pg from 'pg';
import type { DatabaseLog } from './database-log.ts';

/**
 * A connection can end between two statements (server restart, idle limit). `pg` then emits an error on the
 * client, or on the pool while the client is idle there; without listeners that would end the process.
 * Who uses the client learns of it by the next statement failing.
 */
export function logLostConnections(pool: pg.Pool, log: DatabaseLog): void {
  // Only the reason is logged: the error object carries the whole client, password included.
  const logLoss = (error: Error): void => log.warn({ reason: error.message }, 'A database connection ended');
  pool.on('connect', (client) => client.on('error', logLoss));
  // The client's own listener has noted it already.
  pool.on('error', () => {});
}
