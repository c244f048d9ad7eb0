/** Metrics and traces of a process, whatever its roles. */
import { setTracer } from '@kindling/service/tracing';
import type { FastifyInstance } from 'fastify';
import { allJobs, type Services, slices } from '../app.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../lib/log.ts';
import { createMetrics } from '../monitoring/metrics.ts';
import { createMonitoringServer } from '../monitoring/monitoring-server.ts';
import { createTracer } from '../monitoring/open-telemetry.ts';
import { deliveryReading, queueReading } from '../monitoring/queue-readings.ts';

export interface Monitoring {
  /** Adds what the process reads from its database, and builds the server of metrics; null without a port for it. */
  createServer(services: Services): FastifyInstance | null;
  close(): Promise<void>;
}

/** Begins to count and to trace, as configured. Called before anything is built that it reports on. */
export async function startMonitoring(settings: Settings, log: Log): Promise<Monitoring> {
  const { roles, connectors, dataFolder } = settings;
  const tracer = settings.tracing === null ? null : await createTracer({ ...settings.tracing, roles }, log);
  setTracer(tracer);
  const jobs = allJobs().map(({ name }) => name);
  const metrics =
    settings.metrics === null
      ? null
      : await createMetrics({ roles, jobs, connectors: [...connectors.keys()] });
  return {
    createServer({ db, modules, draining }) {
      if (metrics === null || settings.metrics === null) return null;
      const subscribers = slices.flatMap((slice) => slice.subscribers.map(({ name }) => name));
      const readings = [
        queueReading(jobs),
        deliveryReading(subscribers),
        ...modules.flatMap((module) => module.readings ?? []),
      ];
      metrics.addGauges({ db, readings, dataFolder });
      return createMonitoringServer({ db, draining, metrics, token: settings.metrics.token });
    },
    async close() {
      metrics?.close();
      setTracer(null);
      await tracer?.close();
    },
  };
}
