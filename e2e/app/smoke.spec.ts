import { expect, test } from '../support/test.ts';
import { useProduct } from '../support/product.ts';
import { signUp, connect } from '../support/people.ts';
const product = useProduct({});
test('x', async ({ page }) => {
  await signUp(page, product());
  await connect(page, product(), 'Google');
  await page.screenshot({ path: '/tmp/s.png', fullPage: true });
});
