/**
 * The worker's side of the embedded database: opens or creates PostgreSQL's files, checks that writes are synced to disk,
 * and serves connections until it gets `close`.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { DURABLE_PARAMETERS, DurableFs, MEMORY_PARAMETERS, syncPath, syncTree } from './durable-fs.ts';
import { errorTextOf, queryMessage, startupMessage } from './protocol.ts';
import { SessionMultiplexer } from './session-multiplexer.ts';
import { CREATE_ROLES_SQL } from './session-roles.ts';
import {
  type MainToWorkerMessage,
  SharedCounter,
  type WorkerSettings,
  type WorkerToMainMessage,
} from './worker-messages.ts';

/** PostgreSQL's major version in the pinned PGlite. It cannot read files of another major version. */
export const POSTGRES_MAJOR = '18';
const MARKER_FILE = 'kindling-embedded.json';

/** Creates the engine's file system. It must call `onSync` for every file that it syncs to disk. */
export type CreateFileSystem = (folder: string, onSync: () => void) => NodeFS;

class StartRefusedError extends Error {}

/** Runs the worker. Only the test of a non-durable engine passes `makeFs`. */
export async function runDatabaseWorker(
  makeFs: CreateFileSystem = (folder, onSync) => new DurableFs(folder, onSync),
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only');
  const settings = workerData as WorkerSettings;
  const say = (message: WorkerToMainMessage): void => port.postMessage(message);
  try {
    await openDatabaseFiles(settings, makeFs, port, say);
  } catch (error) {
    say({ type: 'refused', reason: refusalReason(error, settings.databaseFolder) });
  }
}

function refusalReason(error: unknown, folder: string): string {
  if (error instanceof StartRefusedError) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  return `The embedded database in ${folder} could not be opened: ${text}`;
}

async function openDatabaseFiles(
  settings: WorkerSettings,
  makeFs: CreateFileSystem,
  port: MessagePort,
  say: (message: WorkerToMainMessage) => void,
): Promise<void> {
  const gauges = new Int32Array(settings.sharedCounters);
  const onSync = (): void => {
    Atomics.add(gauges, SharedCounter.syncCount, 1);
  };
  const fsFor = (folder: string): NodeFS => makeFs(folder, onSync);
  removeUnfinishedFolders(settings.databaseFolder);
  if (!fs.existsSync(settings.databaseFolder)) {
    await createDatabaseFiles(settings.databaseFolder, fsFor);
    say({ type: 'created' });
    return;
  }
  assertOwnDataFolder(settings.databaseFolder);
  const engine = await startEngine(fsFor(settings.databaseFolder));
  // Copied, because the engine returns a view of a buffer that it reuses.
  const startupAnswer = engine.execProtocolRawSync(startupMessage()).slice();
  await assertDurableWrites(engine, gauges);
  const problem = errorTextOf(engine.execProtocolRawSync(queryMessage(CREATE_ROLES_SQL)));
  if (problem !== null) throw new Error(problem);
  const session = createSession(engine, gauges, startupAnswer, settings.idleInTransactionTimeoutMs);
  port.on('message', (message: MainToWorkerMessage) => {
    if (message.type === 'connect') session.connect(message.port, message);
    else
      engine.close().then(
        () => say({ type: 'closed' }),
        () => say({ type: 'closed' }),
      );
  });
  say({ type: 'ready', version: POSTGRES_MAJOR });
}

function createSession(
  engine: PGlite,
  gauges: Int32Array,
  startupAnswer: Uint8Array,
  idleInTransactionTimeoutMs: number,
): SessionMultiplexer {
  let statement = 0;
  return new SessionMultiplexer({
    startupAnswer,
    idleInTransactionTimeoutMs,
    execute: (bytes, onAnswer) =>
      engine.execProtocolRawStream(bytes, { onRawData: onAnswer, syncToFs: false }),
    onStatementStart({ id, owner }) {
      statement = (statement % 0x3fff_ffff) + 1;
      Atomics.store(gauges, SharedCounter.connectionId, id);
      Atomics.store(gauges, SharedCounter.timeLimited, owner ? 0 : 1);
      Atomics.store(gauges, SharedCounter.runningStatement, statement);
    },
    onStatementEnd() {
      Atomics.store(gauges, SharedCounter.runningStatement, 0);
    },
    onProtocolError(error) {
      // Thrown outside of any promise, so that the thread crashes and the main thread starts a new one.
      setImmediate(() => {
        throw error;
      });
    },
  });
}

function startEngine(files: NodeFS): Promise<PGlite> {
  const startParams = PGlite.defaultStartParams
    .filter((part) => part !== '-F')
    .concat(DURABLE_PARAMETERS, MEMORY_PARAMETERS);
  return PGlite.create({ fs: files, startParams });
}

/**
 * Creates the files in a temporary folder and renames it when everything is on disk, so that a crash leaves all or
 * nothing.
 */
async function createDatabaseFiles(folder: string, fsFor: (folder: string) => NodeFS): Promise<void> {
  const aside = `${folder}.new-${process.pid}`;
  const engine = await startEngine(fsFor(aside));
  await engine.close();
  fs.writeFileSync(
    path.join(aside, MARKER_FILE),
    `${JSON.stringify({ engine: 'pglite', postgres: POSTGRES_MAJOR })}\n`,
  );
  syncTree(aside);
  fs.renameSync(aside, folder);
  syncPath(path.dirname(folder));
}

function removeUnfinishedFolders(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of fs.readdirSync(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new-`)) {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

function assertOwnDataFolder(folder: string): void {
  const versionFile = path.join(folder, 'PG_VERSION');
  const version = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : null;
  if (version === null || !fs.existsSync(path.join(folder, MARKER_FILE))) {
    throw new StartRefusedError(
      `The folder ${folder} was not made by Kindling's embedded database; choose another data folder.`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new StartRefusedError(
      `The data in ${folder} was made by PostgreSQL ${version}, but this version of Kindling has PostgreSQL ${POSTGRES_MAJOR} built in; start the version of Kindling that made it.`,
    );
  }
}

/** Checks that a committed write calls the sync hook. Otherwise the database must not start. */
async function assertDurableWrites(engine: PGlite, gauges: Int32Array): Promise<void> {
  const before = Atomics.load(gauges, SharedCounter.syncCount);
  // A transactional message writes a real commit record to the log and no row to a table.
  const write = queryMessage("select pg_logical_emit_message(true, 'kindling', 'durability self-test')");
  const problem = errorTextOf(engine.execProtocolRawSync(write));
  if (problem) throw new Error(problem);
  if (Atomics.load(gauges, SharedCounter.syncCount) === before) {
    throw new StartRefusedError(
      'The embedded database does not sync its writes to disk (the self-test saw no sync for a committed write), so acknowledged data could be lost; Kindling refuses to start with it.',
    );
  }
}
