/** The banner of an administrator who acts as a member, on a phone. */
import { languages } from '@kindling/contract/constants';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ActingBanner } from './acting-banner.tsx';

test.each(languages)('the way back is not cut off on a phone, in %s', async (language) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  const acting = { id: 'a1', endsAt: new Date(Date.now() + 3_540_000).toISOString(), adminName: 'Ana' };
  await renderScreen(
    <div style={{ '--acting': '68px' } as object}>
      <ActingBanner acting={acting} />
    </div>,
    { acting, language, answers: {} },
  );
  const button = page.getByRole('button');
  await expect.element(button).toBeVisible();
  const [shown, banner] = [button.element(), page.getByRole('region').element()];
  const label = shown.querySelector('[class*=backLabel]');
  if (label === null) throw new Error('No label');
  expect(label.scrollWidth).toBeLessThanOrEqual(label.clientWidth);
  expect(label.scrollHeight).toBeLessThanOrEqual(label.clientHeight);
  const [inner, outer] = [shown.getBoundingClientRect(), banner.getBoundingClientRect()];
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom);
  expect(inner.right).toBeLessThanOrEqual(390);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
