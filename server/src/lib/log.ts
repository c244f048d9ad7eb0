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
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
