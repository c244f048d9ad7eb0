/**
 * Global setup of the server's tests: creates the templates of the test databases, once per run and only when the first
 * test needs them. Test files run in other processes, so they request the templates over HTTP on loopback. The jobs whose
 * queues a template contains are in the request, because this process cannot import the product.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { identityMigrations } from '@kindling/identity';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { z } from 'zod';
import { type DatabaseOptions, openDatabase } from '../db/client.ts';
import { migrate } from '../db/migrate.ts';
import { startQueue } from '../jobs/queue.ts';
import { runAsAdmin, startPostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base URL of `/postgres`, `/embedded`, `/postgres/queues` and `/embedded/queues`. */
    testDatabases: string;
  }
}

/** Answer of `/postgres`: the superuser's address, and the owner's address without the database name. */
export interface PostgresAnswer {
  admin: string;
  owner: string;
}

/** Answer of `/embedded`: a migrated and an empty data folder to copy. */
export interface EmbeddedAnswer {
  migrated: string;
  empty: string;
}

/** Answer of `/postgres/queues` and `/embedded/queues`: a migrated database with the queues, its name or its folder. */
export interface QueuesAnswer {
  template: string;
}

/** What a request for a database with queues contains. */
const jobsSchema = z.array(
  z.object({
    name: z.string(),
    retryLimit: z.number().exactOptional(),
    cron: z.string().exactOptional(),
  }),
);

const run = promisify(execFile);
const silent = { info() {}, warn() {}, error() {} };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-test-'));
  const stops: (() => Promise<void>)[] = [];
  const answers = new Map<string, Promise<unknown>>();
  const postgres = once(() => createPostgresTemplate(folder, stops));
  const embedded = once(() => createEmbeddedTemplates(folder));
  const templateFactories: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/postgres': postgres,
    '/embedded': embedded,
    '/postgres/queues': async (request) => addQueuesOnServer(await postgres(), request),
    '/embedded/queues': async (request) => addQueuesEmbedded(await embedded(), request),
  };
  const server = createServer((request, response) => {
    const url = request.url ?? '';
    const answer =
      answers.get(url) ?? templateFactories[url]?.(request) ?? Promise.reject(new Error(`Nothing at ${url}`));
    answers.set(url, answer);
    answer.then(
      (value) => response.end(JSON.stringify(value)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  project.provide('testDatabases', await listen(server));
  return async () => {
    server.closeAllConnections();
    server.close();
    await Promise.allSettled(answers.values());
    for (const stop of stops) await stop();
    await rm(folder, { recursive: true, force: true });
  };
}

function once<T>(create: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= create();
    return result;
  };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${portOf(server)}`;
}

function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return address.port;
}

async function createEmbeddedTemplates(folder: string): Promise<EmbeddedAnswer> {
  const answer = {
    empty: path.join(folder, 'embedded-empty'),
    migrated: path.join(folder, 'embedded-migrated'),
  };
  await (await openDatabase({ dataFolder: answer.empty, log: silent })).close();
  await run('cp', ['-a', answer.empty, answer.migrated]);
  const db = await openDatabase({ dataFolder: answer.migrated, log: silent });
  try {
    await migrate(db, { log: silent, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  } finally {
    await db.close();
  }
  return answer;
}

/** Starts a PostgreSQL server and migrates a template database on it. */
async function createPostgresTemplate(
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<PostgresAnswer> {
  const { admin, owner, stop } = await startPostgresServer(folder);
  stops.push(stop);
  await runAsAdmin(admin, 'create database kindling_template owner kindling_owner');
  await migrateTemplate(`${owner}kindling_template`);
  return { admin, owner };
}

async function migrateTemplate(url: string): Promise<void> {
  const db = await openDatabase({ url, log: silent });
  try {
    await migrate(db, { log: silent, extraSets: [{ set: 'identity', migrations: identityMigrations }] });
  } finally {
    await db.close();
  }
}

async function addQueuesOnServer(
  { admin, owner }: PostgresAnswer,
  request: IncomingMessage,
): Promise<QueuesAnswer> {
  const template = 'kindling_queues';
  await runAsAdmin(admin, `create database ${template} template kindling_template owner kindling_owner`);
  await createQueues({ url: `${owner}${template}`, log: silent }, request);
  return { template };
}

async function addQueuesEmbedded(
  { migrated }: EmbeddedAnswer,
  request: IncomingMessage,
): Promise<QueuesAnswer> {
  const template = `${migrated}-queues`;
  await run('cp', ['-a', migrated, template]);
  await createQueues({ dataFolder: template, log: silent }, request);
  return { template };
}

async function createQueues(options: DatabaseOptions, request: IncomingMessage): Promise<void> {
  const jobs = jobsSchema.parse(JSON.parse(await text(request)));
  const db = await openDatabase(options);
  try {
    const definitions = jobs.map((job) => ({ ...job, payload: z.unknown() }));
    const queue = await startQueue({ db, log: pino({ level: 'silent' }), jobs: definitions });
    await queue.stop();
    // Otherwise the start of each app would send the jobs that are due in its minute.
    await db.pool.query("update pgboss.version set cron_on = now() + interval '1 day'");
  } finally {
    await db.close();
  }
}
