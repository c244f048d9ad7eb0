/**
 * The worker's side of the embedded database: opens or creates PostgreSQL's files, proves that they are
 * synced to disk, and serves connections until told to close.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import type { NodeFS } from '@electric-sql/pglite/nodefs';
import { DURABLE_PARAMETERS, DurableFs, MEMORY_PARAMETERS, syncPath, syncTree } from './durable-fs.ts';
import { MAKE_ROLES } from './login.ts';
import { type FromWorker, Gauge, type ToWorker, type WorkerSettings } from './messages.ts';
import { errorTextOf, queryMessage, startupMessage } from './protocol.ts';
import { Session } from './session.ts';

/** PostgreSQL's major version inside the pinned PGlite; files of another one cannot be read. */
export const POSTGRES_MAJOR = '18';
const MARKER = 'kindling-embedded.json';

/** Makes the engine's file system; `onSync` must be called for every file synced to disk. */
export type MakeFs = (folder: string, onSync: () => void) => NodeFS;

class Refusal extends Error {}

/** Runs the worker. `makeFs` is given only by the test that proves the refusal of an undurable engine. */
export async function serveEmbedded(
  makeFs: MakeFs = (folder, onSync) => new DurableFs(folder, onSync),
): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only');
  const settings = workerData as WorkerSettings;
  const say = (message: FromWorker): void => port.postMessage(message);
  try {
    await open(settings, makeFs, port, say);
  } catch (error) {
    say({ type: 'refused', reason: reasonOf(error, settings.databaseFolder) });
  }
}

function reasonOf(error: unknown, folder: string): string {
  if (error instanceof Refusal) return error.message;
  const text = error instanceof Error ? error.message : String(error);
  return `The embedded database in ${folder} could not be opened: ${text}`;
}

async function open(
  settings: WorkerSettings,
  makeFs: MakeFs,
  port: MessagePort,
  say: (message: FromWorker) => void,
): Promise<void> {
  const gauges = new Int32Array(settings.gauges);
  const onSync = (): void => {
    Atomics.add(gauges, Gauge.syncs, 1);
  };
  const fsFor = (folder: string): NodeFS => makeFs(folder, onSync);
  removeUnfinished(settings.databaseFolder);
  if (!fs.existsSync(settings.databaseFolder)) {
    await create(settings.databaseFolder, fsFor);
    say({ type: 'created' });
    return;
  }
  checkOrigin(settings.databaseFolder);
  const engine = await start(fsFor(settings.databaseFolder));
  // Copied: the engine answers this one with a view into a buffer it uses again.
  const startupAnswer = engine.execProtocolRawSync(startupMessage()).slice();
  await proveDurable(engine, gauges);
  const problem = errorTextOf(engine.execProtocolRawSync(queryMessage(MAKE_ROLES)));
  if (problem !== null) throw new Error(problem);
  const session = makeSession(engine, gauges, startupAnswer, settings.idleInTransactionMs);
  port.on('message', (message: ToWorker) => {
    if (message.type === 'connect') session.connect(message.port, message);
    else
      engine.close().then(
        () => say({ type: 'closed' }),
        () => say({ type: 'closed' }),
      );
  });
  say({ type: 'ready', version: POSTGRES_MAJOR });
}

function makeSession(
  engine: PGlite,
  gauges: Int32Array,
  startupAnswer: Uint8Array,
  idleInTransactionMs: number,
): Session {
  let statement = 0;
  return new Session({
    startupAnswer,
    idleInTransactionMs,
    execute: (bytes, onAnswer) =>
      engine.execProtocolRawStream(bytes, { onRawData: onAnswer, syncToFs: false }),
    onStatementStart({ id, owner }) {
      statement = (statement % 0x3fff_ffff) + 1;
      Atomics.store(gauges, Gauge.connection, id);
      Atomics.store(gauges, Gauge.limited, owner ? 0 : 1);
      Atomics.store(gauges, Gauge.running, statement);
    },
    onStatementEnd() {
      Atomics.store(gauges, Gauge.running, 0);
    },
    onBroken(error) {
      // Thrown outside of any promise, so that the thread ends and the main thread starts a new one.
      setImmediate(() => {
        throw error;
      });
    },
  });
}

function start(files: NodeFS): Promise<PGlite> {
  const startParams = PGlite.defaultStartParams
    .filter((part) => part !== '-F')
    .concat(DURABLE_PARAMETERS, MEMORY_PARAMETERS);
  return PGlite.create({ fs: files, startParams });
}

/** Creates the files aside and renames them when they are complete on disk: a crash leaves all or nothing. */
async function create(folder: string, fsFor: (folder: string) => NodeFS): Promise<void> {
  const aside = `${folder}.new-${process.pid}`;
  const engine = await start(fsFor(aside));
  await engine.close();
  fs.writeFileSync(
    path.join(aside, MARKER),
    `${JSON.stringify({ engine: 'pglite', postgres: POSTGRES_MAJOR })}\n`,
  );
  syncTree(aside);
  fs.renameSync(aside, folder);
  syncPath(path.dirname(folder));
}

function removeUnfinished(folder: string): void {
  const parent = path.dirname(folder);
  for (const name of fs.readdirSync(parent)) {
    if (name.startsWith(`${path.basename(folder)}.new-`)) {
      fs.rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

function checkOrigin(folder: string): void {
  const versionFile = path.join(folder, 'PG_VERSION');
  const version = fs.existsSync(versionFile) ? fs.readFileSync(versionFile, 'utf8').trim() : null;
  if (version === null || !fs.existsSync(path.join(folder, MARKER))) {
    throw new Refusal(
      `The folder ${folder} was not made by Kindling's embedded database; choose another data folder.`,
    );
  }
  if (version !== POSTGRES_MAJOR) {
    throw new Refusal(
      `The data in ${folder} was made by PostgreSQL ${version}, but this version of Kindling has PostgreSQL ${POSTGRES_MAJOR} built in; start the version of Kindling that made it.`,
    );
  }
}

/** One committed write must reach the disk through the hook, or the database does not start. */
async function proveDurable(engine: PGlite, gauges: Int32Array): Promise<void> {
  const before = Atomics.load(gauges, Gauge.syncs);
  // A transactional message is a real commit record in the log without leaving anything in a table.
  const write = queryMessage("select pg_logical_emit_message(true, 'kindling', 'durability self-test')");
  const problem = errorTextOf(engine.execProtocolRawSync(write));
  if (problem) throw new Error(problem);
  if (Atomics.load(gauges, Gauge.syncs) === before) {
    throw new Refusal(
      'The embedded database does not sync its writes to disk (the self-test saw no sync for a committed write), so acknowledged data could be lost; Kindling refuses to start with it.',
    );
  }
}
