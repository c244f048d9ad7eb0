/**
 * Asks the running program on this machine whether it answers, for containers and load balancers without other tools. It loads
 * the settings only, because it runs every few seconds. Exit code 0 when every port of the roles answers, else 1.
 */
import { readSettings, type Settings } from './config/settings.ts';
import { askHealth } from './lib/ask-health.ts';

/** Ports on which a process with these settings answers. A worker has one only where metrics are set up. */
function portsOf({ roles, host, port, identityPort, metrics }: Settings): { host: string; port: number }[] {
  return [
    ...(roles.includes('web') ? [{ host, port }] : []),
    ...(roles.includes('identity') ? [{ host, port: identityPort }] : []),
    ...(metrics === null ? [] : [{ host: metrics.host, port: metrics.port }]),
  ];
}

async function check(): Promise<void> {
  const ports = portsOf(readSettings());
  if (ports.length === 0)
    throw new Error(
      'No port answers for this role: set KINDLING_METRICS_PORT, which opens one in every process.',
    );
  await Promise.all(ports.map(askHealth));
}

check().catch((error: unknown) => {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exitCode = 1;
});
