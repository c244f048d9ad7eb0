/** Which product the tests of a file work with. */
import type { Product, ProductOptions } from './start-product.ts';
import { startProduct } from './start-product.ts';
import { expect, test } from './test.ts';

export type { Product } from './start-product.ts';

/** A product that all files of a worker share: with the demo account, or with the platforms' data of the shop. */
type SharedProduct = 'demo' | 'shop';

/**
 * The product that the worker's files share. Each test makes what it changes for itself and comes from a network of its
 * own, so that limits per person and network do not add up.
 * @param which `shop` for tests that count the reviews of `fixtures/shop` or steer the platforms' simulators, which
 *   forget after each file what they were told
 */
export function useProduct(which: SharedProduct = 'demo'): () => Product {
  let product: Product | null = null;
  let before = 0;
  test.beforeAll(({ products }) =>
    products(which).then((running) => {
      product = running;
      before = running.errors().length;
    }),
  );
  test.afterAll(async () => {
    if (which === 'shop')
      for (const simulator of ['google', 'facebook'] as const)
        await product?.control(simulator, { action: 'reset' });
    expect(product?.errors().slice(before) ?? [], 'errors in the log of the server').toEqual([]);
  });
  return () => current(product);
}

/** A product for the calling file alone: where a test stops, breaks or configures it. */
export function useOwnProduct(options: () => Promise<ProductOptions>): () => Product {
  let product: Product | null = null;
  test.beforeAll(async () => {
    product = await startProduct(await options());
  });
  test.afterAll(async () => {
    const errors = product?.errors() ?? [];
    await product?.stop();
    expect(errors, 'errors in the log of the server').toEqual([]);
  });
  return () => current(product);
}

function current(product: Product | null): Product {
  if (product === null) throw new Error('The product runs only inside tests.');
  return product;
}
