/** Addresses as search engines, strangers of every language, and people with an old session meet them. */
import type { APIRequestContext, Page } from '@playwright/test';
import { signIn, signUp } from '../support/people.ts';
import { useProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

const product = useProduct();
const listed = ['en', 'fr', 'de', 'nl', 'es'];

interface Head {
  language: string | null;
  title: string;
  description: string | null;
  robots: string | null;
  canonical: string | null;
  alternates: Record<string, string | null>;
  picture: string | null;
  h1: number;
  data: { '@graph': { '@type': string }[] } | null;
  text: string;
}

/** What a machine reads in a document, without running any of it. */
function readHead(page: Page, html: string): Promise<Head> {
  return page.evaluate((source) => {
    const document = new DOMParser().parseFromString(source, 'text/html');
    const of = (selector: string, name: string) =>
      document.querySelector(selector)?.getAttribute(name) ?? null;
    const links = [...document.querySelectorAll('link[rel="alternate"][hreflang]')];
    const json = document.querySelector('script[type="application/ld+json"]')?.textContent;
    return {
      language: document.documentElement.getAttribute('lang'),
      title: document.title,
      description: of('meta[name="description"]', 'content'),
      robots: of('meta[name="robots"]', 'content'),
      canonical: of('link[rel="canonical"]', 'href'),
      alternates: Object.fromEntries(
        links.map((link) => [String(link.getAttribute('hreflang')), link.getAttribute('href')]),
      ),
      picture: of('meta[property="og:image"]', 'content'),
      h1: document.querySelectorAll('h1').length,
      data: json == null ? null : JSON.parse(json),
      text: source,
    };
  }, html);
}

async function mapped(request: APIRequestContext): Promise<string[]> {
  const map = await (await request.get(`${product().url}/sitemap.xml`)).text();
  return [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
}

/** The language that an address names. */
function languageOf(address: string): string {
  const [, prefix = ''] = new URL(address).pathname.split('/');
  return listed.includes(prefix) ? prefix : 'en';
}

for (const language of listed)
  test(`every page of the site map in ${language} is what it says, and names the others`, async ({
    page,
    request,
  }) => {
    const all = await mapped(request);
    const addresses = all.filter((address) => languageOf(address) === language);
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    expect(all).toHaveLength(addresses.length * listed.length);
    const titles = new Set<string>();
    for (const address of addresses) {
      const answer = await request.get(address, { maxRedirects: 0, headers: { 'accept-language': 'en' } });
      expect(answer.status(), address).toBe(200);
      const head = await readHead(page, await answer.text());
      expect.soft(head.language, address).toBe(language);
      expect.soft(head.title, address).toMatch(/^.{3,} \| Kindling - Ignite Your Business with Reviews$/);
      expect.soft(head.description ?? '', address).toMatch(/^.{50,}$/);
      expect.soft(head.robots, address).toBeNull();
      expect.soft(head.canonical, address).toBe(address);
      expect.soft(Object.keys(head.alternates), address).toEqual([...listed, 'x-default']);
      for (const other of Object.values(head.alternates)) expect.soft(all, address).toContain(other);
      expect.soft(head.alternates[language], address).toBe(address);
      expect.soft(head.h1, address).toBe(1);
      expect.soft(head.text, address).not.toMatch(/\[\[|aggregateRating/);
      const landing = ['/', `/${language}`].includes(new URL(address).pathname);
      expect
        .soft(
          head.data?.['@graph'].map((one) => one['@type']),
          address,
        )
        .toEqual(expect.arrayContaining([landing ? 'Organization' : 'BreadcrumbList']));
      if (landing) {
        const picture = await request.get(head.picture ?? '');
        expect.soft(picture.headers()['content-type'], head.picture ?? address).toBe('image/png');
      }
      titles.add(head.title);
    }
    expect(titles.size, 'each page has a title of its own').toBe(addresses.length);
  });

test('Serbian pages are there for who knows of them, and for no search engine', async ({ page, request }) => {
  const head = await readHead(page, await (await request.get(`${product().url}/sr/pricing`)).text());
  expect(head).toMatchObject({ language: 'sr-Latn', robots: 'noindex', alternates: {} });
  expect(head.text).not.toContain('[[');
  expect(await (await request.get(`${product().url}/sitemap.xml`)).text()).not.toContain('/sr');
});

test('an unknown path is the 404 page with its status, the app and its parts stay out of search', async ({
  page,
  request,
  watch,
}) => {
  watch.expectFault(/status of 404/);
  const answer = await page.goto(`${product().url}/de/gibt-es-nicht`);
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
  expect((await page.goto(`${product().url}/auth/404`))?.status()).toBe(404);
  expect((await page.goto(`${product().url}/auth/500`))?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await request.get(`${product().url}/dashboard`)).headers()['x-robots-tag']).toBe('noindex');
  expect(await (await request.get(`${product().url}/robots.txt`)).text()).toContain(
    `Sitemap: ${product().url}/sitemap.xml`,
  );
});

test.describe('a browser that prefers French, without JavaScript', () => {
  test.use({ locale: 'fr-FR', javaScriptEnabled: false });

  test('is led to French, and a choice of another language lasts', async ({ page }) => {
    await page.goto(`${product().url}/pricing?from=mail`);
    expect(page.url()).toBe(`${product().url}/fr/pricing?from=mail`);
    expect(await page.context().cookies()).toEqual([]);
    await page.goto(`${product().url}/pricing?lng=en`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`${product().url}/`);
    expect(page.url()).toBe(`${product().url}/`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.goto(`${product().url}/fr`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  });
});

test.describe('the two pages at /reviews', () => {
  const isApp = (page: Page) => expect(page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }));

  test('a visitor meets the public page, somebody signed in the reviews', async ({ page }) => {
    await page.goto(`${product().url}/reviews`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${product().url}/reviews`);
    const person = await signUp(page, product());
    await page.goto(`${product().url}/reviews`);
    await isApp(page).toBeVisible();
    await page.goto(`${product().url}/fr/reviews`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await expect(page.locator('link[rel="canonical"]')).toHaveCount(1);
    await page.context().clearCookies();
    await signIn(page, product(), person);
    await page.goto(`${product().url}/reviews`);
    await isApp(page).toBeVisible();
  });

  test('a session that ended long ago leads to the public page, once', async ({ page, watch }) => {
    watch.expectFault(/status of 40\d/);
    await page
      .context()
      .addCookies([{ name: 'auth0.kindling-web.is.authenticated', value: 'true', url: product().url }]);
    const visited: string[] = [];
    page.on('request', (asked) => {
      if (asked.isNavigationRequest() && asked.frame() === page.mainFrame()) visited.push(asked.url());
    });
    await page.goto(`${product().url}/reviews`);
    await page.waitForURL(`${product().url}/reviews?visitor`);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${product().url}/reviews`);
    expect(visited).toEqual([`${product().url}/reviews`, `${product().url}/reviews?visitor`]);
  });
});

test('/auth/reset-password leads to the form that sends a link', async ({ page }) => {
  await page.goto(`${product().url}/auth/reset-password`);
  await page.waitForURL(`${product().identityUrl}/**/forgot`);
  await expect(page.getByLabel('E-mail address', { exact: true })).toBeVisible();
});
