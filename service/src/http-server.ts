/** The Fastify set-up that our HTTP services share. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  LogController,
} from 'fastify';
import { type Draining, endConnectionsWhile } from './draining.ts';
import { watchRequests } from './watch-requests.ts';

export type HttpServiceOptions = Pick<FastifyServerOptions, 'bodyLimit' | 'loggerInstance'> & {
  /** Answers requests that the router refuses before any hook runs. */
  frameworkErrors?(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void;
  /** Networks (CIDR) or addresses whose `x-forwarded-for` is trusted. */
  trustProxy: string[];
  /** Whether the process is about to end. */
  draining?: Pick<Draining, 'isOn'>;
  /** Names the service in metrics and traces. */
  role: 'web' | 'identity' | 'monitoring';
};

/**
 * A Fastify instance with our limits. Requests are not logged. A stop does not wait for idle connections, and answers what
 * still arrives over the others.
 * @throws Error naming the proxy that is neither an address nor a network.
 */
export function createHttpService({
  trustProxy,
  role,
  draining,
  ...options
}: HttpServiceOptions): FastifyInstance {
  const app = openFastify({
    ...options,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    genReqId: requestIds(),
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
  });
  watchRequests(app, role);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  closeUnusedConnections(app);
  endConnectionsWhile(app.server, () => isClosing || draining?.isOn() === true);
  return app;
}

/** The list of proxies is the only option from a setting, and Fastify's own message does not name it. */
function openFastify(options: FastifyServerOptions): FastifyInstance {
  try {
    return Fastify(options);
  } catch (error) {
    if (error instanceof TypeError)
      throw new Error(`The trusted proxies cannot be read: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Unique and cheap: a random prefix per process and a counter. */
function requestIds(): () => string {
  const start = randomUUID().slice(0, 13);
  let count = 0;
  return () => {
    count += 1;
    return `${start}-${count.toString(36)}`;
  };
}

/**
 * Browsers open connections in advance. Node does not count a connection without a request as idle, so a stop would wait a
 * minute for its timeout.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', (request) => unused.delete(request.socket));
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
  });
}
