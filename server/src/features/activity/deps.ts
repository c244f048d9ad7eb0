import type { Database } from '../../db/client.ts';

export interface ActivityDeps {
  db: Pick<Database, 'pool'>;
}
