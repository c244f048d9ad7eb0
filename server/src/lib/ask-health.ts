const timeoutMs = 4000;

/** The address by which this machine reaches what listens on `host`. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** Asks a port of our own program for `/healthz`. @throws Error when it does not answer with 200 within four seconds */
export async function askHealth({ host, port }: { host: string; port: number }): Promise<void> {
  const { status } = await fetch(`http://${reachable(host)}:${port}/healthz`, {
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (status !== 200) throw new Error(`Port ${port} answered ${status}.`);
}
