/** Pictures of templates: many settings rendered by one request. */
import { type EmbedSettings, embedSettingsSchema } from '@kindling/contract/embed-settings';
import { maxPreviewChoices, maxPreviews } from '@kindling/contract/embeds';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../db/transaction.ts';
import { anyMode } from '../../testing/database.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

interface Answer {
  previews: { html: string }[];
  sample: boolean;
}

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp(anyMode);
  user = await app.signIn('pictures@example.com');
});
afterAll(() => app.close());

const some = (chosen: Partial<EmbedSettings>) => embedSettingsSchema.parse(chosen);
const previews = (settings: EmbedSettings[], kind = 'widget', by = user) =>
  by.call('POST', '/embeds/previews', { kind, settings });

test('while there are no reviews, invented ones are shown in the language of the embed, and marked', async () => {
  const { json } = await previews([
    some({ layout: 'grid', language: 'de' }),
    some({ layout: 'sidebar', limit: 1 }),
  ]);
  const { previews: made, sample } = json as Answer;
  expect(sample).toBe(true);
  expect(made[0]?.html).toContain('Von der ersten Minute an freundlich');
  expect(made[1]?.html).toContain('Friendly from the first minute');
  expect(made[1]?.html.split('<article')).toHaveLength(2);
  const badge = (await previews([some({ layout: 'badge-card' })], 'badge')).json as Answer;
  expect(badge.sample).toBe(true);
  expect(badge.previews[0]?.html).toContain('86');
});

test('own reviews replace them, in the order of the request, and nothing is stored', async () => {
  app.platforms.google.listings = [aPlatformListing('one')];
  const [listing] = (await connectListings(app, user, 'google')).listings;
  if (listing === undefined) throw new Error('No listing');
  await addReviews(app, user, listing, [aReview({ externalId: 'r-1', text: 'The best rye in town' })]);
  const { json } = await previews([some({ layout: 'carousel' }), some({ layout: 'grid', limit: 3 })]);
  const { previews: made, sample } = json as Answer;
  expect(sample).toBe(false);
  expect(made).toHaveLength(2);
  for (const { html } of made) {
    expect.soft(html).toContain('The best rye in town');
    expect.soft(html).not.toContain('Friendly from the first minute');
  }
  const rows = await inTenant(app.services.db, user.accountId, (trx) =>
    trx.selectFrom('embeds').select('id').execute(),
  );
  expect(rows).toEqual([]);
});

test('pictures of authors have the address of an embed, and are initials without one', async () => {
  const [listing] = (await connectListings(app, user, 'google')).listings;
  if (listing === undefined) throw new Error('No listing');
  const authorPhotoUrl = 'https://lh3.googleusercontent.com/a/picture';
  await addReviews(app, user, listing, [aReview({ externalId: 'r-2', authorPhotoUrl })]);
  const draw = async () => {
    const { json } = await previews([some({ layout: 'grid', photo: 'photo' })]);
    return (json as Answer).previews[0]?.html ?? '';
  };
  expect(await draw()).not.toContain('<img');
  const made = await user.call('POST', '/embeds', { kind: 'widget', name: 'One', settings: {} });
  const { embed } = made.json as { embed: { code: string } };
  expect(await draw()).toContain(`/a/${embed.code}/`);
});

test('refused are layouts of the other kind, foreign locations, too many settings and too many choices of reviews', async () => {
  const refused = { status: 400, json: { code: 'invalid-input' } };
  const foreign = '019e0000-0000-7000-8000-00000000000a';
  const limits = Array.from({ length: maxPreviewChoices + 1 }, (_, index) => some({ limit: index + 1 }));
  for (const [what, settings] of [
    ['a badge', [some({ layout: 'badge-line' })]],
    ['a location', [some({}), some({ locationIds: [foreign] })]],
    ['none', []],
    ['a long one', [some({ limit: 25 })]],
    ['too many', Array.from({ length: maxPreviews + 1 }, () => some({}))],
    ['too many choices', limits],
  ] as const)
    expect.soft(await previews([...settings]), what).toMatchObject(refused);
  expect((await previews(limits.slice(1))).status).toBe(200);
});
