import type { Transaction } from 'kysely';
import { ZodError } from 'zod';
import type { DB } from '../../db/types.gen.ts';
import type { Log } from '../../lib/log.ts';
import type { MailRequest } from '../mail/index.ts';
import type { AdminUsersDeps } from './deps.ts';

/** @param store stores a mail in the transaction of the change, and resolves with its id */
export function createMailPerson(
  store: (trx: Transaction<DB>, request: MailRequest) => Promise<string>,
  log: Log,
): AdminUsersDeps['mailPerson'] {
  return async (trx, request) => {
    try {
      return [await store(trx, request)];
    } catch (error) {
      // What is decided about a person does not depend on their address.
      if (!(error instanceof ZodError)) throw error;
      log.warn({ err: error }, 'A person cannot be told by mail: their address is not valid');
      return [];
    }
  };
}
