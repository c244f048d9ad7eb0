/** The built public pages as the server sends them: metadata for machines, and the text without scripts. */
import { apiRoot } from '@kindling/contract/api-address';
import { languages, listedLanguages } from '@kindling/contract/constants';
import { embedLayouts } from '@kindling/contract/embed-settings';
import { appPaths } from '@kindling/contract/screens';
import { imprintPath, privacyPath, processingPath, termsPath } from '@kindling/contract/site';
import { siteAddress } from '@kindling/contract/site-address';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Found, type OpenedPage, openPage } from '../../testing/open-page.ts';
import { writeRealSite } from '../../testing/real-site.ts';
import { startTestSite, type TestSite, testInstallation } from '../../testing/test-site.ts';

const { publicUrl } = testInstallation;
/** The API is not part of the test's site; its tests open its documents. */
const isOfApi = (target: string) => target.startsWith(`${publicUrl}${apiRoot}/`);
let site: TestSite;
let mapped: string[];
beforeAll(async () => {
  site = await startTestSite({ appPaths, write: writeRealSite, installation: { payments: {} } });
  const map = await site.app.inject('/sitemap.xml');
  mapped = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address);
});
afterAll(() => site.close());

const open = (address: string) => openPage(site, address);

function headOf({ html, all }: OpenedPage) {
  const [data] = all('script', { type: 'application/ld+json' });
  const graph: { '@type': string }[] = data === undefined ? [] : JSON.parse(data.text)['@graph'];
  const alternates = all('link', { rel: 'alternate' }).map(({ attributes }) => attributes);
  return {
    language: html.attributes.lang,
    title: all('title')[0]?.text,
    description: all('meta', { name: 'description' })[0]?.attributes.content,
    robots: all('meta', { name: 'robots' })[0]?.attributes.content,
    canonical: all('link', { rel: 'canonical' }).map(({ attributes }) => attributes.href),
    alternates: Object.fromEntries(alternates.map(({ hreflang = '', href }) => [hreflang, href])),
    picture: all('meta', { property: 'og:image' })[0]?.attributes.content,
    h1: all('h1').length,
    kinds: graph.map((one) => one['@type']),
  };
}

const languageOf = (address: string) =>
  languages.find((language) => new URL(address).pathname.split('/')[1] === language) ?? 'en';

describe.each(listedLanguages)('the site map in %s', (language) => {
  test('every page has the right language and address, and links its other languages', async () => {
    const addresses = mapped.filter((address) => languageOf(address) === language);
    expect(addresses.length).toBeGreaterThanOrEqual(6);
    expect(mapped).toHaveLength(addresses.length * listedLanguages.length);
    const titles = new Set<string | undefined>();
    for (const address of addresses) {
      const opened = await open(address);
      expect(opened.status, address).toBe(200);
      const head = headOf(opened);
      expect.soft(head.language, address).toBe(language);
      expect.soft(head.title, address).toMatch(/^.{3,} \| Kindling - Ignite Your Business with Reviews$/);
      expect.soft(head.description, address).toMatch(/^.{50,}$/);
      expect.soft(head.robots, address).toBeUndefined();
      expect.soft(head.canonical, address).toEqual([address]);
      expect.soft(Object.keys(head.alternates), address).toEqual([...listedLanguages, 'x-default']);
      for (const other of Object.values(head.alternates)) expect.soft(mapped, address).toContain(other);
      expect.soft(head.alternates[language], address).toBe(address);
      expect.soft(head.h1, address).toBe(1);
      expect.soft(opened.body, address).not.toMatch(/aggregateRating/);
      const isLanding = new URL(address).pathname === siteAddress('/', language);
      expect.soft(head.kinds, address).toContain(isLanding ? 'Organization' : 'BreadcrumbList');
      titles.add(head.title);
    }
    expect(titles.size, 'each page has a title of its own').toBe(addresses.length);
  });

  test('the preview image of the start page is an image', async () => {
    const { picture = '' } = headOf(await open(publicUrl + siteAddress('/', language)));
    const answer = await site.app.inject(picture.replace(publicUrl, ''));
    expect(answer.headers['content-type']).toBe('image/png');
  });
});

test('Serbian pages exist, but search engines must not index them', async () => {
  const opened = await open('/sr/pricing');
  expect(headOf(opened)).toMatchObject({ language: 'sr-Latn', robots: 'noindex', alternates: {} });
  expect(mapped.filter((address) => languageOf(address) === 'sr')).toEqual([]);
});

/** Every page of the site map in all languages, and pages that are not in it. */
const everyAddress = (): string[] => {
  const own = mapped.filter((address) => languageOf(address) === 'en').map((one) => new URL(one).pathname);
  return languages.flatMap((language) =>
    [...own, '/nowhere', '/auth/404', '/auth/500'].map((path) =>
      path.startsWith('/auth/') ? `${path}?lng=${language}` : siteAddress(path, language),
    ),
  );
};

test('fills every placeholder of the build', async () => {
  for (const address of everyAddress()) expect.soft((await open(address)).body, address).not.toContain('[[');
});

test('every link to our own pages works, and every fragment link has its target', async () => {
  const targets = new Map<string, string>();
  for (const address of everyAddress()) {
    const { all, html } = await open(address);
    const ids = html.within.map(({ attributes }) => attributes.id);
    for (const href of all('a').flatMap(({ attributes }) => attributes.href ?? []))
      if (href.startsWith('#')) expect.soft(ids, address).toContain(href.slice(1));
      else if (!href.startsWith('mailto:')) targets.set(new URL(href, publicUrl).href, address);
  }
  const ours = [...targets].filter(([target]) => target.startsWith(publicUrl) && !isOfApi(target));
  expect(ours.length).toBeGreaterThanOrEqual(80);
  for (const [target, on] of ours) {
    const { pathname, search, hash } = new URL(target);
    const answer = await site.app.inject(pathname + search);
    expect.soft(answer.statusCode, `${target}, from ${on}`).toBe(200);
    if (hash !== '') expect.soft(answer.body, `${target}, from ${on}`).toContain(` id="${hash.slice(1)}"`);
  }
  // The source of a quoted figure.
  const foreign = [...targets.keys()].filter((target) => !target.startsWith(publicUrl));
  expect(new Set(foreign.map((target) => new URL(target).hostname))).toEqual(new Set(['www.hbs.edu']));
});

describe('the long texts', () => {
  const addresses = ['/embedding', termsPath, privacyPath, processingPath] as const;

  test.each(addresses)('%s is complete in every language, without unfilled placeholders', async (path) => {
    const chapters = new Set<number>();
    for (const language of languages) {
      const { status, main, all } = await open(siteAddress(path, language));
      expect(status, language).toBe(200);
      expect(all('h1'), language).toHaveLength(1);
      expect(main.text, language).not.toMatch(/\[\[|\{\{\w|undefined/);
      expect(main.text.length, language).toBeGreaterThan(5000);
      chapters.add(all('h2').length);
    }
    expect(chapters.size, 'all languages have the same chapters').toBe(1);
  });

  test.each(addresses)('every entry in the contents of %s links to its chapter', async (path) => {
    const { all } = await open(path);
    const links = all('nav', { class: 'prose-contents' }).flatMap(({ within }) =>
      within.filter(({ tag }) => tag === 'a'),
    );
    expect(links.length).toBeGreaterThanOrEqual(10);
    for (const { attributes, text } of links) {
      expect(attributes.href).toMatch(/^#[a-z]+$/);
      const chapters = all('section', { id: attributes.href?.slice(1) ?? '' });
      const headings = chapters.flatMap(({ within }) => within.filter(({ tag }) => tag === 'h2'));
      expect(headings.map((heading) => heading.text)).toEqual([text]);
    }
  });

  test('the guide shows the code with the address of this installation', async () => {
    const { all } = await open('/embedding');
    const codesOf = (id: string) =>
      all('section', { id }).flatMap(({ within }) => within.filter(({ tag }) => tag === 'pre'));
    const [code] = codesOf('script');
    expect(code?.text).toContain(`<script async src="${publicUrl}/e/`);
    expect(code?.text).toMatch(
      /<kindling-reviews code="[^"]+" style="display:flow-root;width:100%;min-width:[^"]+"><span style="[^"]*padding-bottom:max\(/,
    );
    expect(codesOf('csp')[0]?.text).toContain(`script-src ${publicUrl}`);
    const headings = all('h2').map(({ text }) => text);
    expect(headings).toEqual(
      expect.arrayContaining(['WordPress', 'Shopify', 'Wix', 'Squarespace', 'Webflow']),
    );
  });

  test.each([termsPath, privacyPath, processingPath])(
    '%s names the operator, and says that the postal address is missing where it is',
    async (path) => {
      const { all, main } = await open(path);
      expect(all('address')[0]?.text).toContain(testInstallation.operator.name);
      expect(main.text).toContain('has not published an address yet');
      const mails = all('a').filter(({ attributes }) => attributes.href?.startsWith('mailto:'));
      expect(mails.length).toBeGreaterThanOrEqual(2);
    },
  );
});

describe('the imprint', () => {
  const operator = {
    ...testInstallation.operator,
    address: '1 Street, Dublin',
    country: 'IE',
    email: 'office@example.com',
    phone: '+353 1 234 5678',
  };

  test('does not exist without an address, and nothing leads to it', async () => {
    for (const path of [imprintPath, siteAddress(imprintPath, 'de')])
      expect((await site.app.inject({ url: path, headers: { 'accept-language': 'de' } })).statusCode).toBe(
        404,
      );
    expect(mapped.filter((address) => address.includes(imprintPath))).toEqual([]);
    for (const path of ['/', termsPath]) expect((await open(path)).body).not.toContain(imprintPath);
  });

  test('with one, it says who runs the installation, and every page and the terms lead to it', async () => {
    const named = await startTestSite({ appPaths, write: writeRealSite, installation: { operator } });
    try {
      const { main, all } = await openPage(named, siteAddress(imprintPath, 'fr'));
      for (const text of [
        'Example Ltd',
        '1 Street, Dublin',
        'Irlande',
        'office@example.com',
        '+353 1 234 5678',
      ])
        expect(main.text).toContain(text);
      expect(all('dt').map(({ text }) => text)).toEqual(['E-mail', 'Téléphone']);
      const links = async (path: string) =>
        (await openPage(named, path)).all('a', { href: imprintPath }).map(({ text }) => text);
      expect(await links('/')).toEqual(['Imprint and contact']);
      expect(await links(termsPath)).toEqual(['Imprint and contact', 'Imprint and contact']);
      expect((await named.app.inject('/sitemap.xml')).body).toContain(`${publicUrl}${imprintPath}<`);
    } finally {
      await named.close();
    }
  });
});

describe('the sub-processors in the data processing agreement', () => {
  test('without a list, the page names what this installation can use others for', async () => {
    const { main, all } = await open(processingPath);
    expect(main.text).toContain('has not published a list');
    expect(main.text).toContain('delivery of e-mail');
    expect(main.text).toContain('Stripe');
    expect(main.text).not.toContain('help desk');
    expect(all('table')).toEqual([]);
  });

  test('with one, it names each company in a row, and no longer what is possible', async () => {
    const subprocessors = [
      { name: 'Example Hosting, Inc.', purpose: 'servers', country: 'US' },
      { name: 'Beispiel GmbH', purpose: 'mail', country: 'DE' },
    ];
    const listed = await startTestSite({
      appPaths,
      write: writeRealSite,
      installation: { ...testInstallation, subprocessors, payments: {} },
    });
    try {
      const { body } = await listed.app.inject(siteAddress(processingPath, 'fr'));
      expect(body).toContain('<td>Example Hosting, Inc.</td><td>servers</td><td>États-Unis</td>');
      expect(body).toContain('<td>Beispiel GmbH</td><td>mail</td><td>Allemagne</td>');
      expect(body).not.toMatch(/data-(?:each|if|unless)=|Stripe|\[\[/);
    } finally {
      await listed.close();
    }
  });
});

test('terms and privacy policy lead to the data processing agreement', async () => {
  for (const path of [termsPath, privacyPath]) {
    const { main } = await open(path);
    const links = main.within.filter(
      ({ tag, attributes }) => tag === 'a' && attributes.href === processingPath,
    );
    expect(links.length, path).toBeGreaterThanOrEqual(1);
  }
});

describe('the gallery', () => {
  test('says at every sample that the reviews are invented, and shows every layout', async () => {
    const { all } = await open('/gallery');
    const shown = new Set(all('div', { class: 'live' }).map(({ attributes }) => attributes['data-live']));
    expect([...shown].sort()).toEqual([...embedLayouts].sort());
    const stages = all('div', { class: 'stage' });
    expect(all('span').filter(({ text }) => text === 'Sample data')).toHaveLength(stages.length);
  });

  test('is linked from the site map, from the footer of every page and from the page about widgets', async () => {
    expect(mapped).toContain(`${publicUrl}/gallery`);
    const { main, all } = await open('/online-presence');
    const leads = (within: Found[] = []) =>
      within.filter(({ tag, attributes }) => tag === 'a' && attributes.href === '/gallery');
    expect(leads(main.within).map(({ text }) => text)).toContain('See all widgets and badges');
    expect(leads(all('footer')[0]?.within).map(({ text }) => text)).toEqual(['Gallery']);
  });
});
