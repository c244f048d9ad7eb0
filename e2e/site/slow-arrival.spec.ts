/** Pages that load slowly, in parts: what is already visible must not shift. */
import { pathOf } from '@kindling/contract/screens';
import { viewportOf } from '../support/check-screen.ts';
import { askForDeletion } from '../support/deletion.ts';
import { expectNoShift, recordedShifts, recordShifts, waitForPaint } from '../support/painting.ts';
import { useProduct } from '../support/product.ts';
import { type SlowProxy, startSlowProxy } from '../support/slow-proxy.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();
/** Pages that load in parallel; the connection is idle most of the time. */
const lanes = 4;

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
  '/self-host',
  '/docs',
  '/status',
  '/terms-and-conditions',
  '/privacy-policy',
  '/data-processing-agreement',
  '/no-such-page',
  '/auth/500',
];

let line: SlowProxy;
let identityLine: SlowProxy;
test.beforeAll(async () => {
  line = await startSlowProxy(product().url);
  identityLine = await startSlowProxy(product().identityUrl);
});
test.afterAll(() => Promise.all([line.close(), identityLine.close()]));

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: viewportOf(width) });

    test('no public page shifts while it loads', async ({ context, watch }) => {
      watch.expectFault(/status of (404|500)/);
      const deletion = new URL(await askForDeletion(product(), '4711')).pathname;
      const waiting = [...paths, deletion];
      const moved: Record<string, string[]> = {};
      const arrive = async () => {
        const page = await context.newPage();
        await recordShifts(page, 'all');
        for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
          await page.goto(line.url + path);
          await waitForPaint(page);
          const found = await recordedShifts(page);
          if (found.length > 0) moved[path] = found;
        }
      };
      await Promise.all(Array.from({ length: lanes }, arrive));
      expect(moved).toEqual({});
    });

    test('the sign-in page does not shift while it loads', async ({ page }) => {
      await recordShifts(page, 'all');
      await page.goto(`${product().url}${pathOf('signIn')}`);
      await expect(page.getByLabel('E-mail address', { exact: true })).toBeVisible();
      // Cookies count for every port of a host, so the sign-in that has begun goes on through the proxy.
      const { pathname, search } = new URL(page.url());
      await page.goto(identityLine.url + pathname + search);
      await expect(page.getByLabel('E-mail address', { exact: true })).toBeVisible();
      await expectNoShift(page);
    });
  });
}
