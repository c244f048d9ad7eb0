/** Pages that arrive bit by bit: what is there already stays where it is. */
import { createHmac } from 'node:crypto';
import { sizeOf } from '../support/look.ts';
import { countShifts, painted, shifts } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { openSlowLine } from '../support/slow-line.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();

const paths = [
  '/',
  '/online-presence',
  '/reviews',
  '/multiple-platforms',
  '/get-nfc-card',
  '/pricing',
  '/qr-code-generator',
  '/gallery',
  '/embedding',
  '/terms-and-conditions',
  '/privacy-policy',
  '/no-such-page',
  '/auth/500',
];

/** The address of the page that tells what became of a request for deletion, without its origin. */
async function askForDeletion(): Promise<string> {
  const payload = { algorithm: 'HMAC-SHA256', issued_at: Math.floor(Date.now() / 1000), user_id: '4711' };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  const signature = createHmac('sha256', 'kindling-local-secret').update(encoded).digest('base64url');
  const answer = await fetch(`${product().url}/hooks/facebook/deletion`, {
    method: 'POST',
    body: new URLSearchParams({ signed_request: `${signature}.${encoded}` }),
  });
  const { url } = (await answer.json()) as { url: string };
  return new URL(url).pathname;
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: sizeOf(width) });

    test('no public page moves while it arrives', async ({ page, watch }) => {
      watch.expectFault(/status of (404|500)/);
      await countShifts(page, 'all');
      const line = await openSlowLine(product().url);
      const moved: Record<string, string[]> = {};
      try {
        for (const path of [...paths, await askForDeletion()]) {
          await page.goto(line.url + path);
          await painted(page);
          const found = await shifts(page);
          if (found.length > 0) moved[path] = found;
        }
      } finally {
        await line.close();
      }
      expect(moved).toEqual({});
    });
  });
}
