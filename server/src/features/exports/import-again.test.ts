/** Our own exports are read by our own import: the columns by their names, and the reviews as they were. */
import { languages } from '@kindling/contract/constants';
import type { OwnReview } from '@kindling/contract/reviews';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureModes } from '../../testing/database.ts';
import { exportedBytes } from '../../testing/exported-files.ts';
import { addReviews, connectListings } from '../../testing/factories.ts';
import { aPlatformListing, aReview } from '../../testing/fake-connector.ts';
import { publishImport, runDryRun, uploadAndRead } from '../../testing/import-files.ts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';
import { guessMapping } from '../imports/guess-mapping.ts';
import { reviewColumns } from './review-values.ts';
import { headingCells, reviewFileTexts } from './table-cells.ts';

test.each(languages)('the import knows the headings of an export in %s', (language) => {
  const mapping = guessMapping(headingCells(reviewFileTexts(language)));
  const columnOf = (name: (typeof reviewColumns)[number]) => reviewColumns.indexOf(name);
  expect(mapping).toEqual({
    id: columnOf('id'),
    replyDate: columnOf('replyAt'),
    replyText: columnOf('reply'),
    date: columnOf('writtenAt'),
    rating: columnOf('rating'),
    author: columnOf('author'),
    title: null,
    text: columnOf('text'),
    link: columnOf('permalink'),
  });
});

describe.each(featureModes)('an export that is imported, %s', (mode) => {
  let app: TestApp;
  let from: TestUser;
  beforeAll(async () => {
    app = await startTestApp(mode);
    from = await app.signIn('from@example.com');
    app.platforms.google.listings = [aPlatformListing('one')];
    const [listing] = (await connectListings(app, from)).listings;
    if (listing === undefined) throw new Error('No listing');
    const texts = ['Great', '=1+1', '-5 stars', '@home', 'Two\nlines, "quoted"', 'ж 日本 🦆', '', '+1'];
    await addReviews(
      app,
      from,
      listing,
      texts.map((text, index) =>
        aReview({
          externalId: `review-${index}`,
          authorName: index === 3 ? null : index === 4 ? '=Ann' : `Author ${index}`,
          text: text === '' ? null : text,
          rating: 1 + (index % 5),
          writtenAt: new Date(Date.UTC(2026, 0, 1 + index, 23, 30, index)),
          reply:
            index % 2 === 0
              ? null
              : {
                  text: `- thanks ${index}`,
                  at: new Date('2026-03-01T10:00:00Z'),
                  state: 'published',
                  reason: null,
                },
        }),
      ),
    );
  });
  afterAll(() => app.close());

  const whatCounts = ({ authorName, rating, text, writtenAt, reply, permalink }: OwnReview) => ({
    authorName,
    rating,
    text,
    writtenAt,
    reply: reply && { text: reply.text, at: reply.at },
    permalink,
  });
  const listOf = async (user: TestUser) =>
    ((await user.call('GET', '/reviews?limit=100')).json as { items: OwnReview[] }).items;

  test.each(['csv', 'xlsx'] as const)('as %s has the same reviews in another account', async (format) => {
    const to = await app.signIn(`to-${format}@example.com`);
    await to.call('PUT', '/profile/region', { locale: 'en', timeZone: 'America/New_York' });
    const bytes = await exportedBytes(app, from, { format, language: 'de' });
    const found = await uploadAndRead(app, to, [{ name: `bewertungen.${format}`, bytes }]);
    const locations = (await to.call('GET', '/businesses')).json as {
      businesses: { locations: { id: string }[] }[];
    };
    const locationId = locations.businesses[0]?.locations[0]?.id ?? '';
    const checked = await runDryRun(app, to, found, { locationId });
    expect(checked).toMatchObject({ state: 'checked', invalid: 0, problem: null });
    await publishImport(app, to, found.id);
    expect((await listOf(to)).map(whatCounts)).toEqual((await listOf(from)).map(whatCounts));
  });
});
