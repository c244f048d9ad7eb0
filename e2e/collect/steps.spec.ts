import { expect, test } from '@playwright/test';
import { counter, type Harness, startHarness } from './harness.ts';
import { open, phone, rate, stayHere } from './visitor.ts';

let kit: Harness;
test.beforeEach(async () => {
  kit = await startHarness();
});
test.afterEach(async () => {
  await kit.close();
});
test.use(phone);

const words = {
  en: {
    star: '4 out of 5 stars',
    review: 'Your review',
    send: 'Send review',
    thanks: 'Thank you',
    message: 'Your message',
    openBox: 'Write to the business privately',
    sendMessage: 'Send message',
    withdraw: 'Withdraw what I sent',
  },
  de: {
    star: '4 von 5 Sternen',
    review: 'Ihre Bewertung',
    send: 'Bewertung senden',
    thanks: 'Danke',
    message: 'Ihre Nachricht',
    openBox: 'Dem Unternehmen privat schreiben',
    sendMessage: 'Nachricht senden',
    withdraw: 'Gesendetes zurückziehen',
  },
} as const;

for (const language of ['en', 'de'] as const) {
  test(`all steps in ${language}`, async ({ page }) => {
    const say = words[language];
    await open(kit, page, kit.makeCollectPage(), language);
    await page.getByRole('button', { name: say.star }).tap();
    await expect(page.locator('#rated')).toBeFocused();
    await expect(page.locator('#given').getByRole('img', { name: say.star })).toBeVisible();
    await expect.poll(() => kit.stored).toMatchObject([{ step: 'rate', rating: '4', lng: language }]);

    await page.getByLabel(say.review).fill('Good bread.\nLong queue.');
    await page.getByRole('button', { name: say.send }).tap();
    await expect(page.getByRole('heading', { name: say.thanks, exact: true })).toBeFocused();
    await expect.poll(() => kit.stored.length).toBe(2);
    const [first, second] = kit.stored;
    expect(second).toMatchObject({
      step: 'review',
      rating: '4',
      key: first?.key,
      consent_version: expect.any(String),
    });
    expect(second?.text?.replace(/\r/g, '')).toBe('Good bread.\nLong queue.');
    expect(second).not.toHaveProperty('consent');
    await expect(page.getByRole('link', { name: say.withdraw })).toHaveAttribute('href', `/w/${first?.key}`);

    await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
    await expect(page.getByLabel(say.review)).toBeHidden();
    await page.getByText(say.openBox).tap();
    await page.getByLabel(say.message).fill('Please call me.');
    await page.getByRole('button', { name: say.sendMessage }).tap();
    await expect.poll(() => kit.stored.length).toBe(3);
    expect(kit.stored[2]).toMatchObject({ step: 'message', message: 'Please call me.', key: first?.key });
    await expect(page.getByText(say.openBox)).toBeHidden();
    await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
  });

  test(`all steps in ${language} without JavaScript`, async ({ browser }) => {
    const say = words[language];
    const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
    await open(kit, page, kit.makeCollectPage(), language);
    await page.getByRole('button', { name: say.star }).tap();
    await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
    expect(kit.stored).toMatchObject([{ step: 'rate', rating: '4', proof: '', website: '' }]);
    await page.getByLabel(say.review).fill('Good bread.');
    await page.getByRole('button', { name: say.send }).tap();
    await expect(page.getByRole('heading', { name: say.thanks, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: say.withdraw })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Google' })).toBeVisible();
    await expect(page.locator('#again')).toBeHidden();
    await page.getByText(say.openBox).tap();
    await page.getByLabel(say.message).fill('Please call me.');
    await page.getByRole('button', { name: say.sendMessage }).tap();
    await expect(page.getByLabel(say.review)).toBeVisible();
    expect(kit.stored.map(({ step, rating }) => `${step} ${rating}`)).toEqual([
      'rate 4',
      'review 4',
      'message 4',
    ]);
    expect(new Set(kit.stored.map(({ key }) => key)).size).toBe(1);
    await page.close();
  });
}

test('name and contact go with the tick of consent only where it is set', async ({ page }) => {
  await open(
    kit,
    page,
    kit.makeCollectPage({ invited: true }, { questions: [{ id: 'abcd', text: 'What was missing?' }] }),
  );
  await rate(page, 5);
  await expect(page.getByText('Your review will say “Invited by the business”')).toBeVisible();
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByLabel('What was missing?').fill('Butter');
  await page.locator('#review').getByText('Add your name or contact').click();
  await page.locator('#review').getByLabel('Your name').fill('Ana');
  const consent = page.locator('#review').getByRole('checkbox');
  await expect(consent).not.toBeChecked();
  await consent.check();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect
    .poll(() => kit.stored[1])
    .toMatchObject({
      name: 'Ana',
      consent: 'yes',
      consent_version: '6b86b273ff34fce1',
      answer_abcd: 'Butter',
    });
});

test('who taps before the script has loaded goes on with it', async ({ page }) => {
  kit.publish(kit.makeCollectPage());
  await page.route('**/collect.js', (route) => route.abort());
  await page.goto(`${kit.origin}/q/k3v9xq2mzt`);
  await page.unroute('**/collect.js');
  await rate(page, 4);
  await expect(page.getByRole('link', { name: 'Withdraw what I sent' })).toBeVisible();
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeFocused();
  await expect
    .poll(() => kit.stored.map(({ step, rating }) => `${step} ${rating}`))
    .toEqual(['rate 4', 'review 4']);
  expect(new Set(kit.stored.map(({ key }) => key)).size).toBe(1);
});

test('a double tap sends one rating and opens nothing below the finger', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await open(kit, page, kit.makeCollectPage());
  const star = await page.locator('#rate button[value="4"]').boundingBox();
  const at = { x: (star?.x ?? 0) + 20, y: (star?.y ?? 0) + 12 };
  await page.mouse.dblclick(at.x, at.y);
  await expect.poll(() => kit.received.length).toBe(1);
  await expect(page.locator('main[data-settling]')).toHaveCount(0);
  expect(page.context().pages()).toHaveLength(1);
  expect(kit.clicks).toEqual([]);
  expect(kit.received).toHaveLength(1);
  const below = await page.evaluate(
    ({ x, y }) => document.elementFromPoint(x, y)?.closest('a')?.textContent,
    at,
  );
  expect(below).toBe('Google');
});

test('Back returns to the question, and another rating has the same key', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await expect.poll(() => kit.received.length).toBe(1);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeFocused();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Write a public review' })).toBeVisible();
  await page.goBack();
  await rate(page, 2);
  await expect.poll(() => kit.received.map(({ rating }) => rating)).toEqual(['4', '2']);
  expect(new Set(kit.received.map(({ key }) => key)).size).toBe(1);
  await expect(page.getByLabel('Your message')).toBeVisible();
});

test('after Back every star has its own rating still', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await page.goBack();
  await page.getByRole('button', { name: '1 out of 5 stars' }).click();
  await expect.poll(() => kit.received.map(({ rating }) => rating)).toEqual(['4', '1']);
  await expect(page.locator('#given').getByRole('img', { name: '1 out of 5 stars' })).toBeVisible();
});

test('the whole way by keyboard', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  const star = page.getByRole('button', { name: '2 out of 5 stars' });
  for (
    let presses = 0;
    presses < 10 && !(await star.evaluate((one) => one === document.activeElement));
    presses += 1
  )
    await page.keyboard.press('Tab');
  await expect(star).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#rated')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Google' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Your review')).toBeFocused();
  await page.keyboard.type('Typed.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Send review' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => kit.stored.map(({ step }) => step)).toEqual(['rate', 'review']);
  await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeFocused();
});

test('another language keeps the visit, its key and what was typed', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await page.getByLabel('Your review').fill('Half a sentence');
  await page.locator('header summary').click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Öffentlich bewerten' })).toBeVisible();
  await expect(page.getByLabel('Ihre Bewertung')).toHaveValue('Half a sentence');
  await page.getByRole('button', { name: 'Bewertung senden' }).click();
  await expect
    .poll(() => kit.stored.map(({ step, rating }) => `${step} ${rating}`))
    .toEqual(['rate 4', 'review 4']);
  expect(new Set(kit.stored.map(({ key }) => key)).size).toBe(1);
});

test('after a withdrawal the visit begins again with a new key, and what was typed stays', async ({
  page,
}) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await expect.poll(() => kit.stored.length).toBe(1);
  const withdrawn = kit.stored[0]?.key;
  kit.answer(({ key }) => (key === withdrawn ? { status: 410, body: { code: 'visit-ended' } } : null));
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.locator('#notice')).toHaveText(
    'What you sent here before no longer counts. Please rate again. What you wrote is still here.',
  );
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeFocused();
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeVisible();
  await rate(page, 2);
  await expect(page.getByLabel('Your review')).toHaveValue('Good bread.');
  await expect(page.locator('#notice')).toBeEmpty();
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect
    .poll(() => kit.stored.map(({ step, rating }) => `${step} ${rating}`))
    .toEqual(['rate 4', 'rate 2', 'review 2']);
  expect(kit.stored[1]?.key).not.toBe(withdrawn);
  expect(kit.stored[2]?.key).toBe(kit.stored[1]?.key);
});

for (const way of ['reload', 'back'] as const)
  test(`who comes back to the end of a visit can write another review: ${way}`, async ({ page }) => {
    await open(kit, page, kit.makeCollectPage());
    await rate(page, 4);
    await page.getByLabel('Your review').fill('Good bread.');
    await page.getByRole('button', { name: 'Send review' }).click();
    await expect.poll(() => kit.stored.length).toBe(2);
    const again = page.getByRole('button', { name: 'Write another review' });
    await expect(again).toBeHidden();
    if (way === 'reload') await page.reload();
    else {
      kit.put(`/w/${kit.stored[0]?.key}`, '<title>Withdrawn</title>');
      await page.getByRole('link', { name: 'Withdraw what I sent' }).click();
      await expect(page).toHaveTitle('Withdrawn');
      await page.goBack();
    }
    await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeVisible();
    await again.click();
    await expect(page.getByRole('heading', { name: 'How was your visit?' })).toBeFocused();
    await rate(page, 2);
    await expect(page.getByLabel('Your review')).toHaveValue('');
    await page.getByLabel('Your review').fill('Too hot today.');
    await page.getByRole('button', { name: 'Send review' }).click();
    await expect
      .poll(() => kit.stored.map(({ step, rating }) => `${step} ${rating}`))
      .toEqual(['rate 4', 'review 4', 'rate 2', 'review 2']);
    expect(new Set(kit.stored.map(({ key }) => key)).size).toBe(2);
    await expect(again).toBeHidden();
  });

test('an empty review is not sent, and characters are counted near the limit', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByLabel('Your review')).toBeFocused();
  await page.getByLabel('Your review').fill('a'.repeat(3900));
  await expect(page.getByText('3900 / 4000')).toBeVisible();
  await page.getByLabel('Your review').fill('a');
  await expect(page.getByText('/ 4000')).toBeHidden();
  expect(kit.received).toHaveLength(1);
});

test('the proof of work goes with the review', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect.poll(() => kit.stored.length).toBe(2);
  const proof = JSON.parse(Buffer.from(kit.stored[1]?.proof ?? '', 'base64').toString());
  expect(proof.solution.counter).toBe(counter);
});

test('a click on a public link opens the platform itself and is counted once', async ({ page }) => {
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 1);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'Google' }).click(),
  ]);
  await opened.waitForLoadState();
  expect(opened.url()).toBe('https://search.google.com/local/writereview?placeid=ChIJx');
  expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, '']);
  await expect.poll(() => kit.clicks).toEqual(['d1']);
});

test('without JavaScript a refused review comes back with its text, in view', async ({ browser }) => {
  const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
  await open(kit, page, kit.makeCollectPage());
  await rate(page, 4);
  kit.answer(() => ({ status: 400 }));
  await page.getByLabel('Your review').fill('Good bread.');
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('alert').first()).toHaveText(
    'This could not be saved. What you wrote is still here.',
  );
  await expect(page.getByRole('alert').first()).toBeInViewport();
  await expect(page.getByLabel('Your review')).toHaveValue('Good bread.');
  kit.answer(null);
  await page.getByRole('button', { name: 'Send review' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you', exact: true })).toBeInViewport();
  expect(kit.stored.map(({ step }) => step)).toEqual(['rate', 'review']);
  await page.close();
});

test('a click without JavaScript is counted by the browser', async ({ browser }) => {
  const page = await browser.newPage({ ...phone, javaScriptEnabled: false });
  await open(kit, page, kit.makeCollectPage({ step: 'answer', rating: 3 }));
  await stayHere(page);
  await page.getByRole('link', { name: 'Facebook' }).click();
  await expect.poll(() => kit.clicks).toEqual(['d2']);
  await page.close();
});
