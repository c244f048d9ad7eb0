/**
 * Starts the requested roles, or runs one command. Every expected failure is reported in one clear sentence with exit
 * code 1.
 */
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { type BuiltFolders, closeModules, createServices, type Services } from './app.ts';
import { runCommand } from './commands/run-command.ts';
import { demoUnavailableReason, seedDemo } from './commands/seed-demo.ts';
import { readSettings, type Settings, SettingsError } from './config/settings.ts';
import { createLog, type Log } from './lib/log.ts';
import { runEvery } from './lib/run-every.ts';
import { openMigrated } from './open-migrated.ts';
import { createWeb } from './processes/web.ts';
import { startWorker } from './processes/worker.ts';

/** The bundle is in `dist/server`, the builds of the other workspaces beside it. */
const folders: BuiltFolders = {
  web: fileURLToPath(new URL('../web/', import.meta.url)),
  guest: fileURLToPath(new URL('../guest/', import.meta.url)),
  maps: fileURLToPath(new URL('../maps/', import.meta.url)),
};

/** How long running requests and jobs may take to finish after a stop signal. */
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
    const services = await createServices(settings, db, folders, log);
    stops.push(() => services.queue.stop());
    await startRoles(services, stops);
    return { services, stop };
  } catch (error) {
    await stop();
    throw error;
  }
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
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref();
    void running.stop().then(() => process.exit(0));
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
  const settings = readSettings();
  const log = createLog(settings.logLevel);
  if (args[0] !== undefined && !args[0].startsWith('--')) {
    for (const line of await runCommand(args, settings, log)) printLine(line);
    return;
  }
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
