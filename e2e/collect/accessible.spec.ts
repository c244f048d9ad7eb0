import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import { pairs } from '../support/scope.ts';
import { type Harness, startHarness } from './harness.ts';
import { open, phone, rate } from './visitor.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});
test.use(phone);

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => `${id}: ${JSON.stringify(target)} ${html}`),
    ),
  ).toEqual([]);
}

for (const [composition, colorScheme] of pairs(
  ['plain', 'tinted', 'band'] as const,
  ['light', 'dark'] as const,
))
  test(`every step passes axe: ${composition}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    const business = { name: 'مخبز شارع الميناء', color: '#ffd400', logo: null };
    await open(kit, page, kit.makeCollectPage({ business, invited: true }, { look: { composition } }));
    await expectAccessible(page);
    await rate(page, 2);
    await page.getByText('Add your name or contact').first().click();
    await expectAccessible(page);
    await page.getByLabel('Your review').fill('Good bread.');
    await page.getByRole('button', { name: 'Send review' }).click();
    await expectAccessible(page);
  });

test('roles and names of the first step', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - banner:
      - group: EN
    - main:
      - paragraph: Harbour Street Bakery
      - heading "How was your visit?" [level=1]
      - group "How was your visit?":
        - button "1 out of 5 stars"
        - button "2 out of 5 stars"
        - button "3 out of 5 stars"
        - button "4 out of 5 stars"
        - button "5 out of 5 stars"
      - paragraph: Tap a star. Your rating is saved at once.
    - contentinfo:
      - link "How we ask for reviews":
        - /url: /r/harbour-street-bakery/how-we-ask
  `);
});

test('roles and names of the second step', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 2);
  await expect(page.locator('#status')).toHaveText('Saved');
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - heading "Thank you for your rating" [level=1]
      - paragraph:
        - img "2 out of 5 stars"
        - status: Saved
      - region "Write a public review":
        - heading "Write a public review" [level=2]
        - paragraph: In your own words, on the site of your choice.
        - list:
          - listitem:
            - link "Google"
          - listitem:
            - link "Facebook"
      - heading "Write a review here" [level=2]
      - paragraph: It may be shown on pages of Harbour Street Bakery. The business can reply to it, not change it.
      - paragraph:
        - text: Your review
        - textbox "Your review"
      - group: Add your name or contact · optional
      - button "Send review"
      - group:
        - heading "Write to the business privately" [level=2]
        - paragraph: Only Harbour Street Bakery reads this. It is not published.
        - paragraph:
          - text: Your message
          - textbox "Your message"
        - group: Add your name or contact · optional
        - button "Send message"
      - paragraph:
        - link "Withdraw what I sent"
  `);
});

test('every target is at least 48 px, and nothing scrolls sideways at 320 px with long texts', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const name = 'Bäckereifachgeschäft Hafenstraßenbackstubengesellschaft Inhaberin Schmidt-Meyer K';
  await open(
    kit,
    page,
    kit.makeCollectPage({ business: { name, color: null, logo: null }, invited: true }),
    'de',
  );
  const check = async () => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const small = await page
      .locator('button, main a[target], summary, header details[open] a, textarea')
      .evaluateAll((all) =>
        all
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()] as const)
          .filter(([, { width, height }]) => width > 0 && (height < 47.9 || width < 47.9))
          .map(([html]) => html),
      );
    expect(small).toEqual([]);
  };
  await page.locator('header summary').click();
  await check();
  await page.locator('header summary').click();
  await rate(page, 1);
  await check();
});

test('the other pages pass axe', async ({ page }) => {
  const { business, settings, location } = kit.makeCollectPage();
  const { destinations } = location;
  kit.put('/how', kit.renderHowWeAsk(kit.makeHowWeAsk({ doors: ['qr', 'invitation'] }), 'en'));
  kit.put('/profile', kit.renderProfile(kit.makeProfile(), 'de'));
  kit.put('/plain', kit.renderPlainLinks({ reason: 'disabled', business, destinations }, 'fr', '/plain'));
  kit.put(
    '/unknown',
    kit.renderPlainLinks({ reason: 'unknown', business: null, destinations: [] }, 'en', '/unknown'),
  );
  const locations = [{ id: 'a', name: 'Harbour Street', address: '12 Harbour Street' }];
  kit.put('/choice', kit.renderLocationChoice({ path: '/choice', business, settings, locations }, 'sr'));
  const sent = {
    sentOn: '2026-11-02',
    rating: 4,
    text: 'Good bread.',
    message: 'Please call me.',
    person: ['Ana', 'ana@example.com'],
    answers: [{ question: 'What was missing?', answer: 'Butter.' }],
  };
  kit.put('/w', kit.renderWithdrawPage({ path: '/w', state: 'open', business, ...sent }, 'nl'));
  for (const path of ['/how', '/profile', '/plain', '/unknown', '/choice', '/w']) {
    await page.goto(kit.origin + path);
    await test.step(path, () => expectAccessible(page));
  }
});
