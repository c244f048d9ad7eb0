/** For tests only: valid requests for the routes of billing, by an account that pays monthly. */
import { processingChangedOn } from '@kindling/contract/site';
import type { TenantFixture } from './tenant-fixture.ts';

interface BillingRequest {
  method: string;
  path: string;
  body?: Record<string, unknown>;
}

export const billingRequests: Record<string, (world: Pick<TenantFixture, 'user' | 'ids'>) => BillingRequest> =
  {
    'GET /billing': () => ({ method: 'GET', path: '/billing' }),
    'POST /billing/refresh': () => ({ method: 'POST', path: '/billing/refresh' }),
    'GET /billing/invoices': () => ({ method: 'GET', path: '/billing/invoices' }),
    'POST /billing/invoices/{id}/addresses': ({ ids }) => ({
      method: 'POST',
      path: `/billing/invoices/${ids.invoiceId}/addresses`,
    }),
    'GET /billing/recipient': () => ({ method: 'GET', path: '/billing/recipient' }),
    'PUT /billing/recipient': ({ user }) => ({
      method: 'PUT',
      path: '/billing/recipient',
      body: {
        name: 'Linden & Fjord',
        email: user.email,
        address: {
          line1: 'Street 1',
          line2: '',
          postalCode: '10115',
          city: 'Berlin',
          state: '',
          country: 'DE',
        },
        vatNumber: '',
      },
    }),
    'POST /billing/portal': () => ({ method: 'POST', path: '/billing/portal', body: { page: 'card' } }),
    'POST /billing/change/preview': () => ({
      method: 'POST',
      path: '/billing/change/preview',
      body: { interval: 'year' },
    }),
    // The account has a plan already.
    'POST /billing/orders': () => ({
      method: 'POST',
      path: '/billing/orders',
      body: { interval: 'month', amount: 1500, currency: 'USD' },
    }),
    // Calculated long ago.
    'POST /billing/change': () => ({
      method: 'POST',
      path: '/billing/change',
      body: { interval: 'year', dueNow: 12_900, currency: 'USD', calculatedAt: 1_700_000_000 },
    }),
    'POST /billing/cancel': () => ({
      method: 'POST',
      path: '/billing/cancel',
      body: { reason: 'unused', comment: '' },
    }),
    'POST /billing/resume': () => ({ method: 'POST', path: '/billing/resume' }),
    'POST /billing/processing': () => ({
      method: 'POST',
      path: '/billing/processing',
      body: { version: processingChangedOn },
    }),
    'POST /billing/withdraw': () => ({ method: 'POST', path: '/billing/withdraw' }),
  };
