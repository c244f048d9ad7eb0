/** The public pages of an installation where nobody pays: nothing on them speaks of prices, plans, trials or payment. */
import { apiRoot } from '@kindling/contract/api-address';
import { languages } from '@kindling/contract/constants';
import { appPaths } from '@kindling/contract/screens';
import { privacyPath, processingPath, termsPath } from '@kindling/contract/site';
import { siteAddress, tourPath } from '@kindling/contract/site-address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Found, type OpenedPage, openPage } from '../../testing/open-page.ts';
import { payingWords } from '../../testing/paying-words.ts';
import { writeRealSite } from '../../testing/real-site.ts';
import { startTestSite, type TestSite, testInstallation } from '../../testing/test-site.ts';
import { placeholderValues } from './placeholders.ts';

const { publicUrl } = testInstallation;
const prices = { monthly: 23, yearly: 207, currency: 'CHF' };
const installation = { ...testInstallation, prices };
const legalPaths = [termsPath, privacyPath, processingPath];
/** Pages whose text speaks of paying where there are plans. */
const changingPaths = [
  '/',
  '/online-presence',
  '/reviews',
  '/multiple-platforms',
  '/get-nfc-card',
  '/qr-code-generator',
  ...legalPaths,
];
/** The API is not part of the test's site; its tests open its documents. */
const isOfApi = (target: string) => target.startsWith(`${publicUrl}${apiRoot}/`);
let free: TestSite;
let paid: TestSite;
let freePaths: string[];
let paidPaths: string[];
beforeAll(async () => {
  const start = (payments: object | null) =>
    startTestSite({ appPaths, write: writeRealSite, installation: { ...installation, payments } });
  free = await start(null);
  paid = await start({});
  freePaths = await mappedPaths(free);
  paidPaths = await mappedPaths(paid);
});
afterAll(() => Promise.all([free.close(), paid.close()]));

/** The paths of the English pages in the site map. */
async function mappedPaths(site: TestSite): Promise<string[]> {
  const { body } = await site.app.inject('/sitemap.xml');
  const paths = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, address = '']) => new URL(address).pathname,
  );
  return paths.filter((path) => !languages.some((language) => path.split('/')[1] === language));
}

/** What people, screen readers and machines read: every text but that of sample widgets, and the attributes with words. */
function readable({ html, body }: OpenedPage): string {
  const attributes = html.within.flatMap(({ attributes: { content, alt, title, href, ...rest } }) => [
    ...[content, alt, title, href, rest['aria-label']].filter((text) => text !== undefined),
  ]);
  const text = body.replace(/<template[\s\S]*?<\/template>/g, '').replace(/<[^>]+>/g, '\n');
  return [text, ...attributes].join('\n');
}

const linksOf = ({ all }: OpenedPage) => all('a').flatMap(({ attributes }) => attributes.href ?? []);

/** The links to a page, but for the menu of languages. */
const leading = ({ within }: Found, address: string) =>
  within.filter(
    ({ tag, attributes }) =>
      tag === 'a' && attributes.href === address && attributes['data-language'] === undefined,
  );

/** The questions on the page, and those for search engines. */
function questionsOf({ all }: OpenedPage) {
  const shown = all('details', { name: 'faq' }).map(({ within }) => ({
    q: within.find(({ tag }) => tag === 'summary')?.text,
    a: within.find(({ tag }) => tag === 'p')?.text,
  }));
  const graph: { '@type': string; mainEntity?: { name: string; acceptedAnswer: { text: string } }[] }[] =
    JSON.parse(all('script', { type: 'application/ld+json' })[0]?.text ?? '{}')['@graph'];
  const told = graph
    .filter((one) => one['@type'] === 'FAQPage')
    .flatMap(({ mainEntity = [] }) =>
      mainEntity.map(({ name, acceptedAnswer }) => ({ q: name, a: acceptedAnswer.text })),
    );
  return { shown, told, data: JSON.stringify(graph) };
}

describe('without plans', () => {
  test('there is no page about the price, nor anything that leads to it', async () => {
    expect(paidPaths.filter((path) => !freePaths.includes(path))).toEqual(['/pricing']);
    for (const language of languages) {
      for (const path of [siteAddress('/pricing', language), `/og/${language}/pricing.png`]) {
        const headers = { 'accept-language': language };
        const answer = await free.app.inject({ url: path, headers });
        expect.soft(answer.statusCode, path).toBe(404);
      }
    }
    for (const path of ['/en/pricing', '/pricing/', '/pricing?lng=de', '/Pricing'])
      expect.soft((await free.app.inject(path)).statusCode, path).toBe(404);
    expect((await free.app.inject('/robots.txt')).body).not.toContain('pricing');
  });

  test.each(languages)('no page in %s has a word, a price or a link about paying', async (language) => {
    const { month, year, yearMonthly } = pricesIn(language);
    const more = ['/nowhere', '/auth/404', '/auth/500'];
    for (const path of [...freePaths, ...more]) {
      const page = await openPage(free, siteAddress(path, language).replace(`/${language}/auth`, '/auth'));
      const text = readable(page);
      expect.soft(payingWords(text, language), path).toEqual([]);
      for (const price of [month, year, yearMonthly]) expect.soft(text, path).not.toContain(price);
      const links = linksOf(page).filter((href) => /pricing|billing|subscriptions|invoices/.test(href));
      expect.soft(links, path).toEqual([]);
      expect.soft(page.body, path).not.toMatch(/\[\[|data-(?:if|unless)|<(?:p|li|span)><\//);
      // What is left of a sentence is a sentence.
      if (legalPaths.includes(path)) expect.soft(page.main.text, path).not.toMatch(/ {2}| [,.]|,\./);
    }
  });

  test('every link leads to a page that exists', async () => {
    const targets = new Set<string>();
    for (const language of languages)
      for (const path of freePaths)
        for (const href of linksOf(await openPage(free, siteAddress(path, language))))
          if (!/^(?:#|mailto:)/.test(href)) targets.add(new URL(href, publicUrl).href);
    const ours = [...targets].filter((target) => target.startsWith(publicUrl) && !isOfApi(target));
    expect(ours.length).toBeGreaterThanOrEqual(80);
    for (const target of ours) {
      const answer = await free.app.inject(target.slice(publicUrl.length));
      expect.soft(answer.statusCode, target).toBe(200);
    }
  });

  test('the terms say that the use is free, and have no chapters about paying', async () => {
    const chapters = async (site: TestSite) =>
      (await openPage(site, termsPath)).all('section').flatMap(({ attributes }) => attributes.id ?? []);
    const [without, withPlans] = [await chapters(free), await chapters(paid)];
    const paying = ['trial', 'ordering', 'renewal', 'withdrawal', 'after'];
    expect(withPlans.filter((id) => !without.includes(id))).toEqual(paying);
    expect(without.filter((id) => !withPlans.includes(id))).toEqual(['free']);
    expect(without.indexOf('free')).toBe(withPlans.indexOf('trial'));
  });
});

describe('with plans', () => {
  test('the page about the price exists, and header, phone menu and footer of every page lead to it', async () => {
    for (const language of languages) {
      const address = siteAddress('/pricing', language);
      for (const path of paidPaths) {
        const page = await openPage(paid, siteAddress(path, language));
        expect.soft(page.status, path).toBe(200);
        const frame = [...page.all('header', { class: 'top' }), ...page.all('footer')];
        const inFrame = frame.flatMap((part) => leading(part, address));
        // The tour has the frame of the app.
        expect.soft(inFrame, `${language} ${path}`).toHaveLength(path === tourPath ? 0 : 3);
        const inText = ['/', '/online-presence', '/reviews'].includes(path) ? 1 : 0;
        if (path !== '/pricing')
          expect.soft(leading(page.main, address), `${language} ${path}`).toHaveLength(inText);
        expect.soft(page.body, path).not.toMatch(/\[\[|data-(?:if|unless)/);
      }
      const { text } = (await openPage(paid, address)).main;
      const { month, year } = pricesIn(language);
      expect.soft(text).toContain(month);
      expect.soft(text).toContain(year);
    }
  });

  test.each(languages)('the pages in %s still tell what they told', async (language) => {
    for (const path of changingPaths) {
      const { main } = await openPage(paid, siteAddress(path, language));
      expect.soft(payingWords(main.text, language), path).not.toEqual([]);
    }
  });
});

describe.each(['free', 'paid'] as const)('whether or not there are plans: %s', (which) => {
  const siteOf = () => (which === 'free' ? free : paid);

  test('search engines get the questions and answers that people see', async () => {
    let count = 0;
    for (const language of languages)
      for (const path of which === 'free' ? freePaths : paidPaths) {
        const { shown, told, data } = questionsOf(await openPage(siteOf(), siteAddress(path, language)));
        expect.soft(told, `${language} ${path}`).toEqual(shown);
        expect.soft(data).not.toContain('data-if');
        count += told.length;
      }
    expect(count).toBeGreaterThanOrEqual(100);
    const { told } = questionsOf(await openPage(siteOf(), '/'));
    expect(told.some(({ q }) => q === 'What does it cost?')).toBe(which === 'paid');
  });

  test('the contents of the legal texts list their chapters in order', async () => {
    for (const language of languages)
      for (const path of legalPaths) {
        const { all, main } = await openPage(siteOf(), siteAddress(path, language));
        const [contents] = all('nav', { class: 'prose-contents' });
        const entries = contents?.within.filter(({ tag }) => tag === 'a').map(({ text }) => text);
        expect
          .soft(entries, `${language} ${path}`)
          .toEqual(main.within.filter(({ tag }) => tag === 'h2').map(({ text }) => text));
        const empty = all('ul').filter(({ within }) => within.length === 0);
        expect.soft(empty, `${language} ${path}`).toEqual([]);
      }
  });
});

function pricesIn(language: (typeof languages)[number]) {
  const values = placeholderValues({ ...installation, payments: {} }, language, 2026);
  const price = (name: string) => values[`price.${name}`] ?? 'missing';
  return { month: price('month'), year: price('year'), yearMonthly: price('yearMonthly') };
}
