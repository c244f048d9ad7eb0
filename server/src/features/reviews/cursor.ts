import { z } from 'zod';
import { AppError } from '../../lib/app-error.ts';

/** The last review of a page. The time has microseconds, the precision of the database. */
export interface Position {
  writtenAt: string;
  id: string;
}

/** The database has no year 0. */
const positionSchema = z.tuple([z.iso.datetime().regex(/^(?!0000)/), z.uuid()]);

export function encodeCursor(position: Position): string {
  return Buffer.from(JSON.stringify([position.writtenAt, position.id])).toString('base64url');
}

/** @throws AppError `invalid-input` for anything that `encodeCursor` did not make. */
export function decodeCursor(cursor: string): Position {
  try {
    const [writtenAt, id] = positionSchema.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')),
    );
    return { writtenAt, id };
  } catch (error) {
    throw new AppError('invalid-input', undefined, {
      fields: [{ path: 'cursor', message: 'Not a cursor of this list.' }],
      cause: error,
    });
  }
}
