/** The product that the tests of a file use. */
import type { Product, ProductOptions } from './start-product.ts';
import { startProduct } from './start-product.ts';
import { expect, test } from './test.ts';

export type { Product } from './start-product.ts';

/** Products that all files of a worker share: with the demo account, or with the platform data of `fixtures/shop`. */
type SharedProduct = 'demo' | 'shop';

/**
 * The product that the worker's files share. Each test creates what it changes, and has its own network address, so
 * that limits per person and network do not add up.
 * @param which `shop` for tests that count the reviews of `fixtures/shop` or control the platforms' simulators, which
 * reset after each file
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
      for (const simulator of ['google', 'facebook', 'assistant'] as const)
        await product?.control(simulator, { action: 'reset' });
    expect(product?.errors().slice(before) ?? [], 'errors in the log of the server').toEqual([]);
  });
  return () => current(product);
}

/** A product for only this file, for tests that stop, break or configure it. */
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
