/** The businesses screen when one of its two requests fails, and how it labels combined figures. */
import type { Business } from '@kindling/contract/businesses';
import { type Language, languages } from '@kindling/contract/constants';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatAverage } from '../../lib/i18n/formats.ts';
import { makeConnection, makeListing } from '../../testing/connections.ts';
import { makeProblem } from '../../testing/problem.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ownAccount } from '../../testing/session.ts';
import { BusinessesScreen } from './businesses-screen.tsx';

const listing = makeListing({ platformAverage: 4.5, platformCount: 63 });
const business: Business = {
  id: '0199f000-0000-7000-8000-000000000015',
  name: 'Salt Quay',
  website: null,
  category: null,
  phone: null,
  brandColor: null,
  logo: null,
  archivedAt: null,
  updatedAt: '2026-11-01T10:00:00.000Z',
  named: true,
  locations: [
    {
      id: listing.locationId,
      businessId: '0199f000-0000-7000-8000-000000000015',
      name: 'Salt Quay Bakery',
      address: null,
      country: null,
      phone: null,
      timeZone: null,
      updatedAt: '2026-11-01T10:00:00.000Z',
    },
  ],
};

test('businesses show although the platforms’ figures fail to load, and retrying loads them', async () => {
  // A 403 is not retried automatically, so only the button loads the rest.
  let works = false;
  await renderScreen(<BusinessesScreen />, {
    path: '/businesses',
    answers: {
      'GET /businesses': { businesses: [business] },
      'GET /connections': () =>
        works ? { connections: [makeConnection({ listings: [listing] })] } : makeProblem(403, 'forbidden'),
    },
  });
  await expect.element(page.getByRole('heading', { name: 'Salt Quay Bakery' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Reviews of this location' })).toBeVisible();
  await expect.element(page.getByText(/^The platforms’ figures could not be loaded\./)).toBeVisible();
  works = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  await expect
    .element(page.getByText(/^The platforms’ figures could not be loaded\./))
    .not.toBeInTheDocument();
});

test.each([
  ['viewer', false],
  ['manager', true],
] as const)(
  'a %s (limited: %s) sees businesses and figures, without ways to change them',
  async (role, limited) => {
    await renderScreen(<BusinessesScreen />, {
      path: '/businesses',
      account: { ...ownAccount, role, locationIds: limited ? [ownAccount.id] : null },
      answers: {
        'GET /businesses': { businesses: [business] },
        'GET /connections': { connections: [makeConnection({ listings: [listing] })] },
      },
    });
    await expect.element(page.getByRole('definition').first()).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Reviews of this location' })).toBeVisible();
    await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  },
);

const [place] = business.locations;
const empty = { ...place, id: '0199f000-0000-7000-8000-000000000018', name: 'Salt Quay Bar' };

test.each([
  ['is the only one', [place], 'Salt Quay Bakery', /only location of the account/],
  [
    'has connected profiles',
    [place, empty],
    'Salt Quay Bakery',
    /Move .* profiles? to another location before/,
  ],
  ['is empty', [place, empty], 'Salt Quay Bar', null],
] as const)('removing a location that %s says whether it can be', async (_, locations, name, reason) => {
  await renderScreen(<BusinessesScreen />, {
    path: '/businesses',
    answers: {
      'GET /businesses': { businesses: [{ ...business, locations }] },
      'GET /connections': { connections: [makeConnection({ listings: [listing] })] },
    },
  });
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Remove' });
  if (reason === null) return expect.element(confirm).toBeEnabled();
  await expect.element(dialog.getByText(reason)).toBeVisible();
  await expect.element(confirm).toBeDisabled();
});

test('an app that is older than the server asks to load the page again', async () => {
  await renderScreen(<BusinessesScreen />, {
    path: '/businesses',
    answers: {
      'GET /businesses': () => makeProblem(404, 'unknown-route'),
      'GET /connections': () => makeProblem(404, 'unknown-route'),
    },
  });
  await expect.element(page.getByText(/older version of the app\. Please reload it\./)).toBeVisible();
});

const siteTexts = import.meta.glob<unknown>('../../../../locales/*/site-{solutions,gallery,landing}.json', {
  eager: true,
  import: 'default',
});
/** The texts of the public pages, in one language, that mention review figures. */
const siteOf = (language: Language) =>
  Object.entries(siteTexts)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(([, texts]) => JSON.stringify(texts))
    .join();
/**
 * Per language: how the public pages say that figures over several platforms are labeled as combined (on a feature
 * list, in an answer, and for badges), and that Facebook's own average is shown as Facebook's (three places).
 */
const saysOnSite: Partial<Record<Language, { labeled: RegExp[]; facebooks: RegExp }>> = {
  en: {
    labeled: [/is labeled as combined and/, /over both is labeled as combined/, /only where a label says so/],
    facebooks: /Facebook itself gives is shown as Facebook’s/g,
  },
  de: {
    labeled: [
      /ist als solcher bezeichnet und/,
      /ist als solcher bezeichnet\."/,
      /nur dort zusammengefasst, wo es da/,
    ],
    facebooks: /steht er als der von Facebook da/g,
  },
  fr: {
    labeled: [/est signalé comme tel/, /est signalé comme combiné/, /que là où une mention le dit/],
    facebooks: /est affichée comme (celle de Facebook|la sienne)/g,
  },
  nl: {
    labeled: [/wordt zo genoemd/, /wordt gecombineerd genoemd/, /alleen samengevoegd waar dat erbij staat/],
    facebooks: /staat er als dat van Facebook/g,
  },
  es: {
    labeled: [/se indica como tal/, /se indica como combinada/, /solo se juntan donde una etiqueta lo dice/],
    facebooks: /se muestra como de Facebook/g,
  },
  sr: {
    labeled: [/tako i nazvana/, /označena kao zbirna/, /samo tamo gde to i piše/],
    facebooks: /prikazuje se kao Facebook-ov/g,
  },
};

test.each(languages)('combined figures are labeled, as the public pages say in %s', async (language) => {
  const facebook = makeConnection({
    id: '0199f000-0000-7000-8000-000000000016',
    platform: 'facebook',
    listings: [
      makeListing({ id: '0199f000-0000-7000-8000-000000000017', platformAverage: 4.8, platformCount: 20 }),
    ],
  });
  await renderScreen(<BusinessesScreen />, {
    path: '/businesses',
    language,
    answers: {
      'GET /businesses': { businesses: [business] },
      'GET /connections': { connections: [makeConnection({ listings: [listing] }), facebook] },
    },
  });
  await expect.element(page.getByRole('definition').first()).toBeVisible();
  const list = page.getByRole('definition').first().element().closest('dl');
  const shown = [...(list?.querySelectorAll('dt') ?? [])].map((term) => ({
    label: term.textContent,
    figure: term.nextElementSibling?.textContent,
  }));
  const own = (average: number) => expect.stringContaining(formatAverage(average, language));
  expect(shown).toEqual([
    { label: 'Google', figure: own(4.5) },
    { label: 'Facebook', figure: own(4.8) },
    { label: expect.stringMatching(/^\p{L}.* Google .* Facebook$/u), figure: own(4.6) },
  ]);
  const says = saysOnSite[language];
  if (says === undefined) return;
  for (const words of says.labeled) expect(siteOf(language)).toMatch(words);
  expect(siteOf(language).match(says.facebooks)).toHaveLength(3);
});
