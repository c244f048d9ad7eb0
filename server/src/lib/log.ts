import pino from 'pino';

export type Log = pino.Logger;

/**
 * One JSON object per line on standard error: standard output belongs to the lines a person reads. Only named
 * fields are logged, never request bodies; what could hold a token is cut out should it slip in.
 */
export function createLog(level: string): Log {
  return pino(
    {
      level,
      base: null,
      redact: {
        paths: ['*.authorization', '*.cookie', '*.token', '*.accessToken', '*.refreshToken', '*.password'],
        censor: '[cut]',
      },
      serializers: { err: serializeErrorWithoutRowData },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  );
}

/** The database's errors quote the row they are about: a person's address, a review's text. Codes and names stay. */
function serializeErrorWithoutRowData(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { detail: _detail, where: _where, internalQuery: _query, ...kept } = pino.stdSerializers.err(error);
  return kept;
}
