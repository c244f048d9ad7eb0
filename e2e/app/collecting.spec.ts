/**
 * A visitor on a phone and the owner afterward, on the real server: what was done at each door is what the owner sees. The
 * single steps of the page are tested in `e2e/collect`.
 */
import { plainDesign } from '@kindling/contract/code-looks';
import type { Feedback } from '@kindling/contract/feedback';
import type { Funnel, Pipeline } from '@kindling/contract/pipelines';
import type { OwnReview } from '@kindling/contract/reviews';
import { type BrowserContextOptions, devices, type Page } from '@playwright/test';
import { rate, stayHere } from '../collect/visitor.ts';
import { apiOf, signUpByRequest } from '../support/accounts.ts';
import { useProduct } from '../support/product.ts';
import { pairs } from '../support/scope.ts';
import { expect, expectAccessible, test } from '../support/test.ts';

const product = useProduct();
type Api = Awaited<ReturnType<typeof apiOf>>;

let api: Api;
let pipeline: Pipeline;
test.beforeEach(async ({ page }) => {
  await signUpByRequest(page, product());
  api = await apiOf(page, product());
  const { pipelines } = await api<{ pipelines: Pipeline[] }>('GET', '/pipelines');
  const [first] = pipelines;
  if (first === undefined) throw new Error('The account has no pipeline');
  pipeline = first;
  const { businesses } = await api<{ businesses: { locations: { id: string }[] }[] }>('GET', '/businesses');
  await api('PUT', `/locations/${businesses[0]?.locations[0]?.id}/destinations`, {
    destinations: [
      {
        label: 'Google',
        url: 'https://search.google.com/local/writereview?placeid=ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ',
        hidden: false,
      },
    ],
  });
});

let networks = 0;

/** A phone of its own, in a network of its own. */
async function openPhone(page: Page, address: string, options: BrowserContextOptions = {}): Promise<Page> {
  networks += 1;
  const browser = page.context().browser();
  if (browser === null) throw new Error('No browser');
  const context = await browser.newContext({
    ...devices['Pixel 5'],
    // A context takes over the settings of the tests, and tests of the app have no motion.
    reducedMotion: 'no-preference',
    extraHTTPHeaders: { 'x-forwarded-for': `10.77.${networks >> 8}.${networks & 255}` },
    ...options,
  });
  const phone = await context.newPage();
  await stayHere(phone);
  await phone.goto(product().url + address);
  await readQuestion();
  return phone;
}

/** The server holds what is sent within a second after its page: no person is that fast. */
async function readQuestion(): Promise<void> {
  const opened = Date.now();
  await expect.poll(() => Date.now() - opened).toBeGreaterThan(1_100);
}

async function addCode(kind: 'qr' | 'nfc', name: string): Promise<string> {
  const place = { pipelineId: pipeline.id, locationId: null };
  const { ids } = await api<{ ids: string[] }>('POST', '/codes', {
    kind,
    names: [name],
    series: null,
    ...place,
    design: plainDesign,
    contact: null,
  });
  const { code } = await api<{ code: { url: string } }>('GET', `/codes/${ids[0]}`);
  return new URL(code.url).pathname;
}

async function readFunnel(): Promise<Funnel> {
  return (await api<{ funnel: Funnel }>('GET', `/pipelines/${pipeline.id}/funnel?days=30`)).funnel;
}

async function listReviews(): Promise<OwnReview[]> {
  return (await api<{ items: OwnReview[] }>('GET', '/reviews')).items;
}

const words = {
  'en-US': {
    link: 'Google',
    review: 'Your review',
    person: 'Add your name or contact',
    name: 'Your name',
    send: 'Send review',
    thanks: 'Thank you',
    message: 'Your message',
    sendMessage: 'Send message',
  },
  'de-DE': {
    link: 'Google',
    review: 'Ihre Bewertung',
    person: 'Namen oder Kontakt angeben',
    name: 'Ihr Name',
    send: 'Bewertung senden',
    thanks: 'Danke',
    message: 'Ihre Nachricht',
    sendMessage: 'Nachricht senden',
  },
} as const;

for (const [locale, javaScriptEnabled] of pairs(['en-US', 'de-DE'] as const, [true, false]))
  test(`from the scan to the owner, ${locale}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    page,
  }) => {
    const say = words[locale];
    const phone = await openPhone(page, await addCode('qr', 'Table 1'), { locale, javaScriptEnabled });
    await rate(phone, 2);
    const link = phone.getByRole('link', { name: say.link });
    await expect(link).toHaveAttribute('href', /placeid=ChIJ_cmi3Tm7j4ARUuw_1J6i9aQ$/);
    const [platform] = await Promise.all([phone.waitForEvent('popup'), link.click()]);
    await platform.close();
    await readQuestion();
    await phone.getByLabel(say.review).fill('Good bread.\nLong <b>queue</b>.');
    await phone.locator('#review summary').click();
    await phone.locator('#review').getByLabel(say.name).fill('Ana K.');
    await phone.locator('#review').getByRole('checkbox').check();
    await phone.getByRole('button', { name: say.send }).click();
    await expect(phone.getByRole('heading', { name: say.thanks, exact: true })).toBeVisible();
    await readQuestion();
    await phone.getByLabel(say.message).fill('The heating is off.');
    await phone.getByRole('button', { name: say.sendMessage }).click();
    await expect(phone.locator('[data-sent="message"]')).toBeVisible();

    await expect
      .poll(listReviews)
      .toMatchObject([
        { source: 'first-party', rating: 2, text: 'Good bread.\nLong <b>queue</b>.', authorName: 'Ana K.' },
      ]);
    const { items } = await api<{ items: Feedback[] }>('GET', '/feedback');
    expect(items).toMatchObject([{ message: 'The heating is off.', rating: 2 }]);
    const counts = { visits: 1, ratings: 1, clicks: 1, reviews: 1, messages: 1 };
    await expect
      .poll(readFunnel)
      .toMatchObject({ total: counts, doors: [{ door: 'qr', name: 'Table 1', ...counts }] });

    const withdraw = phone.locator('[data-withdraw]:visible a').first();
    await withdraw.click();
    await phone.getByRole('button').last().click();
    await expect.poll(listReviews).toEqual([]);
    await phone.context().close();
  });

test('offline in between: one submission arrives, once', async ({ page }) => {
  const phone = await openPhone(page, `/c/${pipeline.slug}`);
  await phone.context().setOffline(true);
  await rate(phone, 4);
  await expect(phone.getByText('It is kept on this phone and sent once you are back online.')).toBeVisible();
  await phone.getByLabel('Your review').fill('Kept on the phone.');
  await phone.getByRole('button', { name: 'Send review' }).dblclick();
  await expect(phone.getByRole('heading', { name: 'Thank you', exact: true })).toBeVisible();
  expect(await listReviews()).toEqual([]);
  const secondClick = { bubbles: true, cancelable: true, detail: 2 };
  const isFollowed = await phone
    .locator('a:visible')
    .first()
    .evaluate((link, click) => link.dispatchEvent(new MouseEvent('click', click)), secondClick);
  expect(isFollowed, 'the second click of a double click leaves the page').toBe(false);
  await phone.context().setOffline(false);
  await expect.poll(listReviews).toMatchObject([{ rating: 4, text: 'Kept on the phone.' }]);
  await expect.poll(readFunnel).toMatchObject({ total: { ratings: 1, reviews: 1 } });
  await phone.context().close();
});

test('by keyboard, with the accessibility tree', async ({ page }) => {
  const phone = await openPhone(page, await addCode('nfc', 'Card of Ana'), { reducedMotion: 'reduce' });
  await expectAccessible(phone, 'the first step');
  await phone.getByRole('button', { name: '5 out of 5 stars' }).focus();
  await phone.keyboard.press('Enter');
  await expect(phone.locator('#rated')).toBeFocused();
  await expectAccessible(phone, 'the second step');
  await phone.keyboard.press('Tab');
  await expect(phone.getByRole('link', { name: 'Google' })).toBeFocused();
  await phone.keyboard.press('Tab');
  await expect(phone.getByLabel('Your review')).toBeFocused();
  await phone.keyboard.type('Written without a finger.');
  await phone.getByRole('button', { name: 'Send review' }).focus();
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: 'Thank you', exact: true })).toBeFocused();
  await expectAccessible(phone, 'the end');
  await expect.poll(listReviews).toMatchObject([{ rating: 5, text: 'Written without a finger.' }]);
  await phone.context().close();
});

test('the funnel agrees with what was done, per door', async ({ page }) => {
  const doors = {
    'Table 1': await addCode('qr', 'Table 1'),
    'Table 2': await addCode('qr', 'Table 2'),
    Ana: await addCode('nfc', 'Ana'),
  };
  const link = `/c/${pipeline.slug}`;
  const done: [address: string, rating: number | null, writes: boolean][] = [
    [doors['Table 1'], 5, true],
    [doors['Table 1'], 1, false],
    [doors['Table 1'], null, false],
    [doors['Table 2'], 3, false],
    [doors.Ana, 4, true],
    [link, 2, true],
    [link, null, false],
  ];
  for (const [address, stars, writes] of done) {
    const phone = await openPhone(page, address);
    if (stars !== null) await rate(phone, stars);
    if (stars !== null) await expect(phone.locator('#status')).toHaveText('Saved');
    if (writes) {
      await phone.getByLabel('Your review').fill(`${stars} stars at ${address}`);
      await phone.getByRole('button', { name: 'Send review' }).click();
      await expect(phone.getByRole('heading', { name: 'Thank you', exact: true })).toBeVisible();
      // The page gives thanks before the server has the review, and a closed phone sends nothing.
      await expect(phone.locator('#status')).toHaveText('Saved');
    }
    await phone.context().close();
  }
  const sums = async () =>
    Object.fromEntries(
      (await readFunnel()).doors.map(({ door, name, visits, ratings, reviews }) => [
        name ?? door,
        [visits, ratings, reviews],
      ]),
    );
  await expect
    .poll(sums)
    .toEqual({ 'Table 1': [3, 2, 1], 'Table 2': [1, 1, 0], Ana: [1, 1, 1], link: [2, 1, 1] });
  expect((await readFunnel()).total).toMatchObject({ visits: 7, ratings: 5, reviews: 3, clicks: 0 });
  expect((await listReviews()).map(({ rating }) => rating).sort()).toEqual([1, 2, 3, 4, 5]);
});
