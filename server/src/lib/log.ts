/**
 * One JSON object per line on standard error; standard output is for the lines that a person reads. Only the fields of
 * `log-fields.ts` are written, texts without what could be personal or secret. Each line says to which request, job and trace
 * it belongs.
 */
import { currentWork } from '@kindling/service/work-context';
import pino from 'pino';
import { isLogField, type LogFields, writtenError, writtenValue } from './log-fields.ts';

type Write = {
  (fields: LogFields, message: string): void;
  (message: string): void;
};

/** The part of pino that the program uses, with the fields that a line may have. */
export interface Log {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}

/** @param destination replaces standard error in tests */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      mixin: workFields,
      // The request or job that the caller names wins.
      mixinMergeStrategy: (fields: object, work: object) => ({ ...work, ...fields }),
      formatters: { log: writtenFields },
      serializers: { err: writtenError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? pino.destination({ dest: 2, sync: false }),
  );
}

function workFields(): Record<string, string> {
  const work = currentWork();
  if (work === null) return {};
  const { request, job, span } = work;
  return {
    ...(request === null ? {} : { requestId: request.id }),
    ...(job === null ? {} : { job: job.name, jobId: job.id }),
    ...(span === null ? {} : { traceId: span.traceId, spanId: span.spanId }),
  };
}

/** A field that is not on the list is left out, and its name is written in place of it. */
function writtenFields(fields: Record<string, unknown>): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  const leftOut: string[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!isLogField(name)) leftOut.push(name.slice(0, 40));
    else if (name === 'err') written.err = value;
    else written[name] = writtenValue(name, value);
  }
  if (leftOut.length > 0) written.leftOut = leftOut.slice(0, 20);
  return written;
}
