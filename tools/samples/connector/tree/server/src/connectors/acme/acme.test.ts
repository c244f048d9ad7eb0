import { afterAll, beforeAll, expect, it } from 'vitest';
import { startAcmeSimulator } from '../../../../simulators/acme/server.ts';
import { createAcmeConnector } from './index.ts';

let simulator: Awaited<ReturnType<typeof startAcmeSimulator>>;
beforeAll(async () => {
  simulator = await startAcmeSimulator({ port: 0 });
});
afterAll(() => simulator.close());

it('reads every review of every shop, and sets an unreadable one aside', async () => {
  const config = { clientId: 'kindling-local', clientSecret: 'secret', url: simulator.url };
  const connector = createAcmeConnector(config);
  const exchange = { code: 'code', redirectUri: 'http://localhost/done', codeVerifier: '' };
  const { tokens } = await connector.exchangeCode(exchange);
  const { listings } = await connector.listListings(tokens);
  expect(listings).toMatchObject([{ externalId: 'shop-1', name: 'First shop' }]);
  const page = await connector.fetchReviews(tokens, { externalId: 'shop-1', resourceName: 'shop-1' }, null);
  expect(page.reviews).toMatchObject([{ externalId: 'review-1', authorName: 'Ann', rating: 5 }]);
  expect(page.skipped).toHaveLength(1);
});
