/**
 * Behind nginx with TLS on two host names that the server itself cannot reach: no DNS resolves them, and the
 * certificate is untrusted. Only the browser is configured to reach them.
 */
import { freePort } from '../../service/src/testing/free-port.ts';
import config from '../playwright.config.ts';
import { allowAccess, beginConnect, signUp } from '../support/people.ts';
import { type Product, startProduct } from '../support/start-product.ts';
import { expect, test } from '../support/test.ts';
import { proxyNames, startTlsProxy } from '../support/tls-proxy.ts';

const { launchOptions } = config.use ?? {};
test.use({
  launchOptions: {
    ...launchOptions,
    args: [
      ...(launchOptions?.args ?? []),
      '--host-resolver-rules=MAP *.kindling.example 127.0.0.1',
      // For the whole browser: with Playwright's `ignoreHTTPSErrors` each connection is retried, and some fail.
      '--ignore-certificate-errors',
    ],
  },
});

test.describe('behind a TLS proxy', () => {
  let product: Product;
  let proxy: { stop(): Promise<void> };

  test.beforeAll(async () => {
    const [port, app, identity] = await Promise.all([freePort(), freePort(), freePort()]);
    const env = {
      PORT: String(app),
      IDENTITY_PORT: String(identity),
      PUBLIC_URL: `https://${proxyNames.app}:${port}`,
      IDENTITY_URL: `https://${proxyNames.identity}:${port}`,
      TRUST_PROXY: '127.0.0.1',
      KINDLING_ALLOW_SIMULATORS: '1',
    };
    proxy = await startTlsProxy(port, { app, identity });
    product = await startProduct({ env });
  });
  test.afterAll(async () => {
    await product?.stop();
    await proxy?.stop();
  });

  test('a user signs up, returns after a reload, and connects a platform', async ({ page }) => {
    await signUp(page, product);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    const cookies = await page.context().cookies(product.identityUrl);
    expect(cookies.filter(({ secure, httpOnly }) => !secure || !httpOnly)).toEqual([]);
    await beginConnect(page, product, 'Google');
    await allowAccess(page, 'Google');
    await page.goto(`${product.url}/?lng=de`);
    await page.goto(`${product.url}/dashboard`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'de');
    // The sign-in library names its own cookies, the same ones with an external provider.
    const all = await page.context().cookies();
    const isLibrarys = ({ name }: { name: string }) => /^(auth0|a0|_legacy)/.test(name);
    expect(all.filter(isLibrarys).map(({ name }) => name)).toContain('auth0.kindling-web.is.authenticated');
    expect(all.filter(isLibrarys).filter(({ secure }) => !secure)).toEqual([]);
    const ours = all.filter((cookie) => !isLibrarys(cookie));
    expect(ours.map(({ name }) => name)).toContain('__Host-selectedLanguage');
    expect(ours.filter(({ name, secure }) => !secure || !/^__(Host|Secure)-/.test(name))).toEqual([]);
    expect(product.errors()).toEqual([]);
  });
});
