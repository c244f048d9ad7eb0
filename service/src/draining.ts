/**
 * The end of a process that others may still send requests to. While it drains, `/readyz` fails, so that load balancers send
 * new requests elsewhere, each answer ends its connection, and everything is served as before.
 */
import type { Server } from 'node:http';

export interface Draining {
  begin(): void;
  isOn(): boolean;
}

export function createDraining(): Draining {
  let on = false;
  return {
    begin() {
      on = true;
    },
    isOn: () => on,
  };
}

/**
 * A proxy that keeps its connections would send a request over one that is about to be closed, and may not repeat it. So it
 * is told with an answer that this was the last one.
 */
export function endConnectionsWhile(server: Server, isDraining: () => boolean): void {
  server.prependListener('request', (_request, response) => {
    if (isDraining()) response.shouldKeepAlive = false;
  });
}
