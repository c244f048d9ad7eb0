/** For tests only: what the operator's acts left behind, oldest first. */
import { sql } from 'kysely';
import { inSystem } from '../db/transaction.ts';
import type { TestApp } from './test-app.ts';

type WithServices = Pick<TestApp, 'services'>;

async function rowsOf<T>({ services }: WithServices, text: ReturnType<typeof sql<T>>): Promise<T[]> {
  return inSystem(services.db, async (trx) => (await text.execute(trx)).rows);
}

/** Kinds of mail to an address. */
export async function mailKindsTo(app: WithServices, email: string): Promise<string[]> {
  const rows = await rowsOf(
    app,
    sql<{ template: string }>`select template from emails where recipient = ${email} order by created_at, id`,
  );
  return rows.map(({ template }) => template);
}

/** Actions of the operator's trail about a person, an item or an account. */
export async function operatorActionsOn(app: WithServices, target: string): Promise<string[]> {
  const rows = await rowsOf(
    app,
    sql<{ action: string }>`select action from operator_entries
      where target = ${target} or concerned_account::text = ${target} order by at, id`,
  );
  return rows.map(({ action }) => action);
}

/** Entries of the account's own trail. */
export function trailOfAccount(
  app: WithServices,
  accountId: string,
): Promise<{ action: string; actor: string }[]> {
  return rowsOf(
    app,
    sql<{ action: string; actor: string }>`select action, actor from audit_entries
      where account_id = ${accountId}::uuid order by at, id`,
  );
}
