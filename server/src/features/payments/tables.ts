import { accountTable, type SliceTables } from '../../slices/slice-tables.ts';

export const tables: SliceTables = {
  account: [
    accountTable('payment_customers', ['account_id', 'customer_id']),
    accountTable('plan_orders', ['account_id', 'id']),
    accountTable('invoices', ['account_id', 'id']),
    accountTable('processing_acceptances', ['account_id', 'version']),
  ],
  other: ['payment_events', 'payment_reconciliations'],
};
