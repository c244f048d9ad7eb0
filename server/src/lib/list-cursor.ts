import { z } from 'zod';
import { AppError } from './app-error.ts';

/** The last row of a page of a list by time. The time has microseconds, the precision of the database. */
export interface ListPosition {
  time: string;
  id: string;
}

/** The database has no year 0. */
const positionSchema = z.tuple([z.iso.datetime().regex(/^(?!0000)/), z.uuid()]);

export function encodeCursor(position: ListPosition): string {
  return Buffer.from(JSON.stringify([position.time, position.id])).toString('base64url');
}

/** @throws AppError `invalid-input` for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): ListPosition {
  try {
    const [time, id] = positionSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { time, id };
  } catch (error) {
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
      cause: error,
    });
  }
}
