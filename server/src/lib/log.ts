import pino from 'pino';

export type Log = pino.Logger;

/**
 * Writes one JSON object per line to standard error; standard output is for the lines that a person reads. Callers log
 * named fields only, never request bodies. The redaction is a second safeguard for fields that could hold a token.
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

/**
 * PostgreSQL's errors quote the failing row, for example an email address or a review's text. Only codes and names are
 * logged.
 */
function serializeErrorWithoutRowData(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { detail: _detail, where: _where, internalQuery: _query, ...kept } = pino.stdSerializers.err(error);
  return kept;
}
