/** For tests only: an account that pays, with a row in each table of plan and payment. */
import type { Invoice } from '@kindling/contract/billing';
import { processingChangedOn } from '@kindling/contract/site';
import { inTenant } from '../db/transaction.ts';
import { refreshAccount } from '../features/payments/index.ts';
import { upsertNotice } from '../features/plan-notices/queries.ts';
import { newId } from '../lib/ids.ts';
import { order, pay } from './payments-world.ts';
import type { TestApp, TestUser } from './test-app.ts';

export interface BillingIds {
  invoiceId: string;
}

/** Buys the plan on the pages of the simulator. Without it the account gets nothing, and an id of nobody. */
export async function addSubscription(app: TestApp, user: TestUser): Promise<BillingIds> {
  const { payments, db } = app.services;
  if (payments === null) return { invoiceId: newId() };
  const { invoices } = await readInvoices(user);
  // A second fixture of the same account finds the plan of the first one.
  if (invoices[0] !== undefined) return { invoiceId: invoices[0].id };
  await pay(await order(user), { email: user.email });
  await refreshAccount(payments, user.accountId);
  await user.call('POST', '/billing/processing', { version: processingChangedOn });
  await inTenant(db, user.accountId, (trx) =>
    upsertNotice(trx, user.accountId, {
      kind: 'trial-7',
      endsAt: new Date(),
      queuedAt: new Date(),
      emailIds: [newId()],
    }),
  );
  return { invoiceId: (await readInvoices(user)).invoices[0]?.id ?? newId() };
}

async function readInvoices(user: TestUser): Promise<{ invoices: Invoice[] }> {
  const answer = await user.call('GET', '/billing/invoices');
  return { invoices: (answer.json as { items?: Invoice[] }).items ?? [] };
}
