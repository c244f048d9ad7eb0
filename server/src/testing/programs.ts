/** For tests only: starts, stops and kills the built program in separate processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@kindling/service/testing/free-port';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { compileCache } from './compile-cache.ts';
import { copyEmbeddedDatabase, createTestDatabase, type DatabaseMode, featureModes } from './database.ts';
import { type Simulators, simulatorEnv, startSimulators } from './simulators.ts';

const program = fileURLToPath(new URL('../../../dist/server/main.js', import.meta.url));
const secret = 'a secret of the tests that is long enough';

let folder: string;
let simulators: Simulators;
const children = new Set<ChildProcess>();
const databases: (() => Promise<void>)[] = [];

/**
 * Creates a folder and the simulators for the programs of the calling test file. What a test started is killed after it,
 * what a `beforeAll` started at the end.
 */
export function setUpPrograms(): { dataFolder(data: string): string; simulators(): Simulators } {
  beforeAll(async () => {
    if (!existsSync(program)) throw new Error('The program is not built: run "node tools/build.mjs" first.');
    folder = await mkdtemp(path.join(os.tmpdir(), 'kindling-main-'));
    simulators = await startSimulators();
  });
  let lasting = new Set<ChildProcess>();
  beforeEach(() => {
    lasting = new Set(children);
  });
  afterEach(async () => {
    for (const child of children) if (!lasting.has(child)) await kill(child);
  });
  afterAll(async () => {
    for (const child of children) await kill(child);
    await simulators.close();
    for (const close of databases.splice(0)) await close();
    await rm(folder, { recursive: true, force: true });
  });
  return { dataFolder: (data) => path.join(folder, data), simulators: () => simulators };
}

const ports = new Map<string, [number, number]>();

/** A data folder keeps its ports, because the address of the sign-in service is part of its users' identity. */
async function portsOf(data: string): Promise<[number, number]> {
  const known = ports.get(data) ?? [await freePort(), await freePort()];
  ports.set(data, known);
  return known;
}

export interface RunningProgram {
  child: ChildProcess;
  /** Everything printed so far on both streams. */
  output(): string;
  /** Resolves when the program prints that it is ready; rejects when it ends before. */
  ready: Promise<void>;
  exited: Promise<number | null>;
  port: number;
}

/** Starts the program on free ports with a data folder of this name; `env` overrides the default settings. */
export async function startProgram(
  data: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<RunningProgram> {
  const [port, identityPort] = await portsOf(data);
  // As the product is started: optimizing the embedded database's WebAssembly takes longer than it saves in a test.
  const child = spawn(process.execPath, ['--liftoff-only', program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      ...compileCache(),
      PORT: String(port),
      IDENTITY_PORT: String(identityPort),
      KINDLING_DATA: path.join(folder, data),
      KINDLING_SECRET: secret,
      KINDLING_GOOGLE_SIMULATOR_URL: simulators.urls.google,
      KINDLING_FACEBOOK_SIMULATOR_URL: simulators.urls.facebook,
      ...simulatorEnv,
      KINDLING_MAILBOX_SMTP_URL: 'smtp://127.0.0.1:1',
      KINDLING_EXIT_WITH_PARENT: '1',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.add(child);
  let text = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  void exited.then(() => children.delete(child));
  const ready = new Promise<void>((resolve, reject) => {
    const listen = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes(' is ready: ')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(`The program ended before it was ready: ${text}`)));
  });
  ready.catch(() => {});
  return { child, output: () => text, ready, exited, port };
}

export interface PreparedDatabase {
  /** Environment with which the program finds it. */
  env: Record<string, string>;
  /** How a test opens it while no program runs. */
  options: { url: string } | { dataFolder: string };
}

/** Puts a migrated database into the data folder, so that the start does not create one. */
export async function prepareDatabase(
  data: string,
  kind: { empty?: boolean } = {},
): Promise<PreparedDatabase> {
  const dataFolder = path.join(folder, data, 'database');
  await copyEmbeddedDatabase(dataFolder, kind);
  return { env: {}, options: { dataFolder } };
}

/** A database for tests that do not depend on its kind: PostgreSQL when available, because it starts three times as fast. */
export async function prepareAnyDatabase(
  data: string,
  kind: { empty?: boolean } = {},
): Promise<PreparedDatabase> {
  const mode: DatabaseMode | undefined = featureModes.at(-1);
  if (mode !== 'postgres') return prepareDatabase(data, kind);
  const { db, options, close } = await createTestDatabase(mode, kind);
  await db.close();
  databases.push(close);
  const url = options.url ?? '';
  return { env: { DATABASE_URL: url }, options: { url } };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Runs the program until it ends. @returns its output and exit code */
export async function runToExit(data: string, env: Record<string, string> = {}, args: string[] = []) {
  return waitForEnd(await startProgram(data, env, args));
}

/** The exit code of a program that ends by itself, and all that it printed. */
export async function waitForEnd(started: RunningProgram) {
  const closed = new Promise((resolve) => started.child.once('close', resolve));
  const code = await started.exited;
  await closed;
  return { code, said: started.output() };
}

export async function stopProgram(started: RunningProgram): Promise<number | null> {
  started.child.kill('SIGTERM');
  return started.exited;
}

export function listenOnPort(port = 0): Promise<Server> {
  const server = createServer();
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
