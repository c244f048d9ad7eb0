import { expect, type Locator, type Page, test } from '@playwright/test';
import { shortClasses } from '../../guest/src/style-names.ts';
import { type Harness, startHarness } from './harness.ts';

let kit: Harness;
test.beforeAll(async () => {
  kit = await startHarness();
});
test.afterAll(async () => {
  await kit.close();
});

/** 96 by 96 red pixels. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAGAAAABgAQMAAADYVuV7AAAABlBMVEXIHh4AAAA3yixZAAAAEklEQVR4nGNgGAWjYBSMguEJAATgAAEC/x7WAAAAAElFTkSuQmCC',
  'base64',
);

/** An embed with three authors: with a photo, with a missing photo, and without one. */
async function open(page: Page, host: string): Promise<Locator> {
  const address = (name: string) => `${kit.scriptOrigin}/a/k3v9xq2mzt/${name}.webp`;
  await page.route(address('there'), (route) =>
    route.fulfill({
      contentType: 'image/png',
      body: picture,
      headers: { 'access-control-allow-origin': '*' },
    }),
  );
  await page.route(address('missing'), (route) => route.fulfill({ status: 404, body: '' }));
  const authorName = 'Anna Schmidt';
  kit.publish(
    kit.makeSnapshot(
      {
        reviews: [
          kit.makeReview(0, { authorName, photo: address('there') }),
          kit.makeReview(1, { authorName, photo: address('missing') }),
          kit.makeReview(2, { authorName }),
        ],
      },
      { photo: 'photo', showHeader: false },
    ),
  );
  await page.goto(kit.page(host));
  const avatars = page.locator('kindling-reviews').first().locator(`.${shortClasses.avatar}`);
  await expect(avatars).toHaveCount(3);
  await avatars.first().scrollIntoViewIfNeeded();
  return avatars;
}

const loaded = (image: Locator) =>
  image.evaluate((element) => {
    const { complete, naturalWidth } = element as HTMLImageElement;
    return complete ? naturalWidth : null;
  });

/** The space that the image takes: a broken image with an icon would take some. */
const room = (image: Locator) =>
  image.evaluate((element) => {
    const { offsetWidth, offsetHeight } = element as HTMLElement;
    return [offsetWidth, offsetHeight];
  });

test('a picture covers the initials; a missing picture shows the initials and no broken image', async ({
  page,
}) => {
  const avatars = await open(page, 'plain');
  const image = avatars.first().locator('img');
  await expect.poll(() => loaded(image)).toBe(96);
  expect(await room(image)).toEqual(await room(avatars.first()));
  const missing = avatars.nth(1).locator('img');
  await expect.poll(() => loaded(missing)).toBe(0);
  expect(await room(missing)).toEqual([0, 0]);
});

test('a page that blocks foreign pictures shows initials', async ({ page }) => {
  const blocked = (await open(page, 'strict-csp')).first().locator('img');
  await expect.poll(() => loaded(blocked)).toBe(0);
  expect(await room(blocked)).toEqual([0, 0]);
});
