/** Requests the deletion of a person's data as Facebook does. */
import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import type { Product } from './product.ts';
import { simulatorSecret } from './program.ts';

/** Posts the request. @returns the address that the person gets */
export async function askForDeletion(product: Product, person: string): Promise<string> {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: person };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = createHmac('sha256', simulatorSecret).update(encoded).digest('base64url');
  const response = await fetch(`${product.url}/hooks/facebook/deletion`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: `${signature}.${encoded}` }),
  });
  expect(response.status).toBe(200);
  const { url = '', confirmation_code: code } = (await response.json()) as Record<string, string>;
  expect(url).toBe(`${product.url}/data-deletion/${code}`);
  return url;
}
