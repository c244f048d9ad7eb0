/** The PostgreSQL server of a run, with the data of the products that workers share. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../server/src/testing/postgres-binaries.ts';
import { runAsAdmin, startPostgresServer } from '../../server/src/testing/postgres-server.ts';

const variables = { admin: 'KINDLING_E2E_POSTGRES_ADMIN', owner: 'KINDLING_E2E_POSTGRES_OWNER' } as const;

export interface ServerDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * Starts the server if its programs are on this machine, and passes its address to the workers. @returns a function
 * that stops it
 */
export async function startPostgres(): Promise<() => Promise<void>> {
  if (findPostgresBinaries() === null) return async () => {};
  const folder = await mkdtemp(join(tmpdir(), 'kindling-e2e-postgres-'));
  const server = await startPostgresServer(folder);
  process.env[variables.admin] = server.admin;
  process.env[variables.owner] = server.owner;
  return async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** Creates an empty database on the server of the run; undefined without a server. */
export async function createServerDatabase(): Promise<ServerDatabase | undefined> {
  const admin = process.env[variables.admin];
  const owner = process.env[variables.owner];
  if (admin === undefined || owner === undefined) return undefined;
  const name = `e2e_${crypto.randomUUID().replaceAll('-', '')}`;
  await runAsAdmin(admin, `create database ${name} owner kindling_owner`);
  return { url: `${owner}${name}`, drop: () => runAsAdmin(admin, `drop database ${name} with (force)`) };
}
