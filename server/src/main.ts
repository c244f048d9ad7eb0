/**
 * Starts the requested roles, or runs one command. Every expected failure is reported in one clear sentence with exit
 * code 1.
 */
import type { FastifyInstance } from 'fastify';
import { closeModules, createServices, type Services } from './app.ts';
import { builtFolders as folders } from './built-folders.ts';
import { CommandError, exitCodes } from './commands/command-result.ts';
import { describeCommands, runCommand, runInProgram } from './commands/run-command.ts';
import { demoUnavailableReason, seedDemo } from './commands/seed-demo.ts';
import { readSettings, type Settings, SettingsError } from './config/settings.ts';
import { startControlServer } from './control/control-server.ts';
import type { Database } from './db/client.ts';
import { inSystem } from './db/transaction.ts';
import { findUnfinishedRestore, startJournalCopy, startTidying } from './features/backups/index.ts';
import { createLog, type Log } from './lib/log.ts';
import { runEvery } from './lib/run-every.ts';
import { openMigrated } from './open-migrated.ts';
import { type Monitoring, startMonitoring } from './processes/monitoring.ts';
import { createWeb } from './processes/web.ts';
import { startWorker } from './processes/worker.ts';

/** How long running requests and jobs may take to finish after a stop signal and the time for load balancers. */
const shutdownTimeoutMs = 15_000;
const identitySweepMs = 60_000;

interface Running {
  services: Services;
  stop(): Promise<void>;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function exitWithError(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  if (process.argv.includes('--json')) {
    const exitCode = error instanceof CommandError ? error.exitCode : exitCodes.failed;
    printLine(JSON.stringify({ ok: false, exitCode, error: message }));
    process.exit(exitCode);
  }
  if (error instanceof CommandError) {
    process.stderr.write(`Kindling: ${message}\n`);
    process.exit(error.exitCode);
  }
  process.stderr.write(`${error instanceof SettingsError ? message : `Kindling cannot start: ${message}`}\n`);
  process.exit(1);
}

async function listen(
  what: string,
  port: number,
  variable: string,
  start: () => Promise<unknown>,
): Promise<void> {
  try {
    await start();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
      throw new Error(
        `port ${port} for ${what} is taken by another program. Stop it, or set ${variable} to another port.`,
      );
    throw error;
  }
}

async function start(settings: Settings, log: Log): Promise<Running> {
  const db = await openMigrated(settings, log);
  const stops: (() => Promise<unknown>)[] = [() => db.close()];
  const stop = async () => {
    for (const one of stops.reverse())
      await one().catch((error: unknown) =>
        log.error({ err: error }, 'A part of the program failed to stop'),
      );
  };
  try {
    const monitoring = await startMonitoring(settings, log);
    stops.push(() => monitoring.close());
    await requireFinishedRestore(db);
    const services = await createServices(settings, db, folders, log);
    stops.push(() => services.queue.stop());
    await serveMonitoring(services, monitoring, stops);
    await startRoles(services, stops);
    if (db.mode === 'embedded')
      stops.push(
        await startControlServer(settings.dataFolder, log, (words) => runInProgram(words, services)),
      );
    return { services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function serveMonitoring(
  services: Services,
  monitoring: Monitoring,
  stops: (() => Promise<unknown>)[],
): Promise<void> {
  const server = monitoring.createServer(services);
  const { metrics } = services.settings;
  if (server === null || metrics === null) return;
  stops.push(() => server.close());
  const { port, host } = metrics;
  await listen('metrics', port, 'KINDLING_METRICS_PORT', () => server.listen({ port, host }));
}

/** What was erased since the backup would be there again. @throws Error while the restore has not come to its end */
async function requireFinishedRestore(db: Database): Promise<void> {
  if ((await inSystem(db, findUnfinishedRestore)) === null) return;
  throw new Error(
    'the restore of a backup into this database did not come to its end, so nothing is served. Run the same command restore again.',
  );
}

async function startRoles(services: Services, stops: (() => Promise<unknown>)[]): Promise<void> {
  const { settings, identity, modules, log } = services;
  // After the last request.
  stops.push(() => closeModules(services));
  if (identity !== null) {
    const { identityPort, host } = settings;
    await listen('the sign-in service', identityPort, 'IDENTITY_PORT', async () => {
      const server = await identity.listen(identityPort, host);
      stops.push(() => server.close());
    });
    stops.push(runEvery(identitySweepMs, () => identity.sweepExpired(), log));
  }
  if (settings.roles.includes('worker')) {
    const { db, box } = services;
    const journal = startJournalCopy({ db, box, log, file: settings.backups.journal });
    const { folder } = settings.backups;
    if (folder !== null) stops.push(startTidying({ db, folder, log }));
    // A full disk must not keep the program from starting; the copy is tried again every ten seconds.
    await journal
      .copyNow()
      .catch((error: unknown) => log.error({ err: error }, 'The erasure journal was not written'));
    stops.push(() => journal.stop());
    const stopWorker = await startWorker(services);
    stops.push(async () => stopWorker());
  }
  if (settings.roles.includes('web')) {
    const web: FastifyInstance = await createWeb(services, folders);
    stops.push(() => web.close());
    await listen('the web application', settings.port, 'PORT', () =>
      web.listen({ port: settings.port, host: settings.host }),
    );
    for (const module of modules) {
      const stop = module.startWebTasks?.();
      if (stop !== undefined) stops.push(stop);
    }
  }
}

function printReady(settings: Settings, troubles: readonly string[]): void {
  const { brand, publicUrl, identityUrl, dataFolder, databaseUrl, roles } = settings;
  printLine(`${brand.name} runs as ${roles.join(', ')}.`);
  if (roles.includes('identity')) printLine(`  Sign-in   ${identityUrl}`);
  printLine(`  Data      ${databaseUrl === null ? dataFolder : 'PostgreSQL at DATABASE_URL'}`);
  for (const trouble of troubles) printLine(`  Trouble   ${trouble}`);
  printLine(`${brand.name} is ready: ${publicUrl}`);
}

/** @returns a function that returns true after a stop signal has arrived */
function stopOnSignals(running: Running, exitWithParent: boolean): () => boolean {
  let stopping = false;
  const onSignal = () => {
    if (stopping) process.exit(1);
    stopping = true;
    const { draining, settings, queue } = running.services;
    draining.begin();
    // Another worker takes its jobs meanwhile.
    queue.stopWorkers();
    const isServing = settings.roles.some((role) => role !== 'worker');
    setTimeout(
      () => {
        setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
        void running.stop().then(() => process.exit(0));
      },
      isServing ? settings.drainSeconds * 1000 : 0,
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  // A parent that was killed cannot send a signal, but its end of our standard input closes.
  if (exitWithParent) process.stdin.resume().once('end', onSignal);
  return () => stopping;
}

/** Problems that do not prevent the start, but that the operator should see. */
async function startupProblems({ settings, tokenKeys }: Services): Promise<string[]> {
  const unreachable = settings.roles.includes('web') ? await tokenKeys.checkAvailability() : null;
  return unreachable === null ? [] : [unreachable];
}

async function runDemo({ services }: Running): Promise<void> {
  for (const line of await seedDemo(services)) printLine(line);
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  if (['help', '--help', '-h'].includes(args[0] ?? '')) {
    printLine(describeCommands());
    return;
  }
  const settings = readSettings();
  const log = createLog(settings.logLevel);
  if (args[0] !== undefined && !args[0].startsWith('--')) {
    const { lines, json, exitCode = exitCodes.ok } = await runCommand(args, settings, log);
    if (args.includes('--json'))
      printLine(JSON.stringify({ ok: exitCode === exitCodes.ok, exitCode, ...json }));
    else for (const line of lines) printLine(line);
    process.exitCode = exitCode;
    return;
  }
  const odd = args.find((arg) => arg !== '--demo');
  if (odd !== undefined) throw new CommandError('usage', `unknown option ${odd}.\n${describeCommands()}`);
  for (const warning of settings.warnings) log.warn(warning);
  const fault = args.includes('--demo') ? demoUnavailableReason(settings) : null;
  if (fault !== null) throw new Error(fault);
  const running = await start(settings, log);
  const troubles = await startupProblems(running.services);
  const stopping = stopOnSignals(running, settings.exitWithParent);
  try {
    if (args.includes('--demo')) await runDemo(running);
  } catch (error) {
    // A stop signal while the demo is created makes it fail, which is not an error.
    if (stopping()) return;
    await running.stop();
    throw error;
  }
  if (!stopping()) printReady(settings, troubles);
}

main().catch(exitWithError);
