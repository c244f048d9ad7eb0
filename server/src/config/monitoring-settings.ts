/** Settings of metrics and traces. Both are off without an address. */
import { isIP } from 'node:net';
import { z } from 'zod';
import {
  type Environment,
  type EnvironmentValues,
  envSecret,
  envOptional as optional,
  envText as text,
  envWebUrl as webUrl,
} from '../lib/environment.ts';
import { isLocalHost } from '../lib/local-address.ts';

const header = /^[!#$%&'*+.^\w`|~-]+=[^,\r\n]*$/;

export const monitoringVariables = {
  KINDLING_METRICS_PORT: {
    schema: optional(z.coerce.number().int().min(1).max(65_535)),
    expects: 'a port number from 1 to 65535',
  },
  KINDLING_METRICS_HOST: {
    schema: text.default('127.0.0.1'),
    expects: 'an address to listen on, such as 127.0.0.1 or 10.0.0.5',
  },
  KINDLING_METRICS_TOKEN: {
    schema: optional(envSecret(24, 60)),
    expects: 'at least 24 random characters that nobody can guess; make them with `openssl rand -base64 24`',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: optional(webUrl),
    expects: 'the base address of an OpenTelemetry collector (OTLP over HTTP), such as http://127.0.0.1:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: z
      .string()
      .default('')
      .transform((value) =>
        value
          .split(',')
          .map((part) => part.trim())
          .filter((part) => part !== ''),
      )
      .refine((parts) => parts.every((part) => header.test(part)))
      .transform((parts) => Object.fromEntries(parts.map(splitHeader))),
    expects: 'a comma list of headers, such as authorization=Bearer%20token',
  },
  OTEL_SERVICE_NAME: {
    schema: text.max(100).default('kindling'),
    expects: 'a name of at most 100 characters',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z.coerce.number().min(0).max(1).default(1),
    expects: 'the share of traces that are recorded, from 0 to 1',
  },
} as const;

/** Values are percent-encoded, as the specification of OpenTelemetry says; a text that is not stays as it is. */
function splitHeader(part: string): [name: string, value: string] {
  const at = part.indexOf('=');
  const value = part.slice(at + 1);
  try {
    return [part.slice(0, at), decodeURIComponent(value)];
  } catch {
    return [part.slice(0, at), value];
  }
}

/** Metrics name routes and jobs and tell how busy an installation is, so nobody reads them without a token from elsewhere. */
export function monitoringProblems(environment: Environment): string[] {
  const host = environment.KINDLING_METRICS_HOST?.trim();
  const { KINDLING_METRICS_PORT: port, KINDLING_METRICS_TOKEN: token } = environment;
  const faults: string[] = [];
  if (token && !port)
    faults.push('KINDLING_METRICS_PORT: expected a value, because KINDLING_METRICS_TOKEN is set.');
  if (port && host && !isLoopback(host) && !token)
    faults.push(
      'KINDLING_METRICS_TOKEN: expected a value, because KINDLING_METRICS_HOST is an address that others reach.',
    );
  return faults;
}

function isLoopback(host: string): boolean {
  return isLocalHost(isIP(host) === 6 ? `[${host}]` : host);
}

type MonitoringValues = EnvironmentValues<typeof monitoringVariables>;

/** Who may read metrics, and where; null when they are off. */
export function metricsSettings(v: MonitoringValues) {
  return v.KINDLING_METRICS_PORT === undefined
    ? null
    : {
        port: v.KINDLING_METRICS_PORT,
        host: v.KINDLING_METRICS_HOST,
        token: v.KINDLING_METRICS_TOKEN ?? null,
      };
}

/** Where traces are sent; null when nothing is traced. */
export function tracingSettings(v: MonitoringValues) {
  return v.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: v.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: v.OTEL_EXPORTER_OTLP_HEADERS,
        serviceName: v.OTEL_SERVICE_NAME,
        ratio: v.OTEL_TRACES_SAMPLER_ARG,
      };
}
