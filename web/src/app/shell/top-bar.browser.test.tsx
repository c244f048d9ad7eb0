/** The bar of the app leaves room for the button of the help. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { HelpLauncher } from '../../features/help/index.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { TopBar } from './top-bar.tsx';

const ignore = () => undefined;

test('on a phone the button of the help is in the bar, beside the others', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await renderScreen(
    <>
      <TopBar
        navigationOpen={false}
        onNavigation={ignore}
        onSwitcher={ignore}
        onDisplay={ignore}
        onOwnSignIn={ignore}
      />
      <HelpLauncher />
    </>,
    { answers: { 'GET /news': { items: [], unread: 0 } } },
  );
  const help = page.getByRole('button', { name: 'Help', exact: true });
  await expect.element(help).toBeVisible();
  await expect.poll(() => document.querySelectorAll('header button').length).toBeGreaterThan(3);
  const place = help.element().getBoundingClientRect();
  expect(place.right).toBeLessThanOrEqual(390);
  expect(place.bottom).toBeLessThanOrEqual(56);
  for (const one of document.querySelectorAll('header :is(a, button)')) {
    const { left, right } = one.getBoundingClientRect();
    expect.soft(right <= place.left || left >= place.right, one.outerHTML).toBe(true);
  }
});
