/** The states of the reviews screen: loading, empty, failing, offline, filtered. */
import { onlineManager } from '@tanstack/react-query';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeConnection, makeListing } from '../../testing/connections.ts';
import { numbersWithoutSeparators } from '../../testing/numbers.ts';
import { type ApiAnswer, type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ownAccount } from '../../testing/session.ts';
import { ReviewsScreen } from './reviews-screen.tsx';

const none = { items: [], nextCursor: null };
const one = { items: [makeReview()], nextCursor: null };
const never = () => new Promise<ApiAnswer>(() => undefined);

const answers = (more: ApiAnswers = {}): ApiAnswers => ({
  'GET /reviews': none,
  'GET /reviews/figures': { unanswered: 0, total: 0 },
  'GET /reviews/count': { count: 0, more: false },
  'GET /reviews/languages': { languages: [] },
  'GET /reviews/assignees': { assignees: [] },
  'GET /tags': { tags: [] },
  'GET /saved-views': { views: [] },
  'GET /businesses': { businesses: [] },
  'GET /connections': { connections: [] },
  ...more,
});

const rows = () => page.getByRole('list', { name: 'Reviews' }).getByRole('listitem');

describe('the screen', () => {
  test('shows that it is loading', async () => {
    await renderScreen(<ReviewsScreen />, { answers: answers({ 'GET /reviews': never }) });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  });

  test('leads to the sign-in at a platform when there are no reviews', async () => {
    await renderScreen(<ReviewsScreen />, { answers: answers() });
    await expect.element(page.getByRole('button', { name: 'Connect with Google' })).toBeVisible();
  });

  test.each([
    ['to the choice of locations', [], 'Choose locations', /^\/connections\/google\?connection=.*&choose=1$/],
    ['to its status', [makeListing()], 'See the connection', /^\/connections$/],
  ] as const)('a connection without reviews leads %s', async (_, listings, name, address) => {
    const connection = makeConnection({ listings: [...listings] });
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /connections': { connections: [connection] } }),
    });
    await expect
      .element(page.getByRole('link', { name }))
      .toHaveAttribute('href', expect.stringMatching(address));
  });

  test('says which filters match nothing, and offers to clear them', async () => {
    const { calls } = await renderScreen(<ReviewsScreen />, {
      path: '/reviews?rating=5&ratingMode=only&search=rye&from=2026-10-01',
      answers: answers(),
    });
    const asked = () => calls.filter((call) => call === 'GET /reviews').length;
    await expect.element(page.getByText('No review matches these filters')).toBeVisible();
    await expect.element(page.getByText('Active: “rye”, since Oct 1, 2026, 5 stars only.')).toBeVisible();
    const before = asked();
    await page
      .getByRole('region', { name: 'List of reviews' })
      .getByRole('button', { name: 'Clear filters' })
      .click();
    await expect.element(page.getByRole('button', { name: 'Connect with Google' })).toBeVisible();
    expect(asked()).toBeGreaterThan(before);
  });

  test.each([
    ['tagId', 'Tag'],
    ['locationId', 'Location'],
  ])('says that what is filtered by no longer exists: %s', async (name, label) => {
    await renderScreen(<ReviewsScreen />, {
      path: `/reviews?${name}=0199f000-0000-7000-8000-00000000dead`,
      answers: answers(),
    });
    await expect.element(page.getByText(new RegExp(`No longer exists: ${label}\\.`))).toBeVisible();
    await expect.element(page.getByRole('button', { name: `${label}: no longer exists` })).toBeVisible();
  });

  test('shows why it failed, and recovers with another try', async () => {
    let works = false;
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': () => (works ? none : 403) }),
    });
    const again = page.getByRole('button', { name: 'Try again' });
    await expect.element(again).toBeVisible();
    await expect.element(page.getByText('Choose a review to see it here.')).toBeVisible();
    works = true;
    await again.click();
    await expect.element(page.getByRole('button', { name: 'Connect with Google' })).toBeVisible();
  });

  test('says that there is no connection, and lists the reviews when there is one again', async () => {
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    await renderScreen(<ReviewsScreen />, { answers: answers({ 'GET /reviews': one }) });
    await expect.element(page.getByText('You are offline')).toBeVisible();
    onlineManager.setOnline(true);
    await expect.element(rows().first()).toBeVisible();
  });

  test('a review that no longer exists says so beside the list', async () => {
    const id = '0199f000-0000-7000-8000-00000000dead';
    await renderScreen(<ReviewsScreen />, {
      path: `/reviews?review=${id}`,
      answers: answers({ 'GET /reviews': one, [`GET /reviews/${id}`]: 404 }),
    });
    await expect.element(page.getByText('This review no longer exists')).toBeVisible();
    await expect.element(rows().first()).toBeVisible();
  });

  test('is in the current language', async () => {
    await renderScreen(<ReviewsScreen />, { language: 'de', answers: answers() });
    await expect.element(page.getByRole('heading', { level: 1, name: 'Bewertungen' })).toBeVisible();
  });
});

describe('the menu of more actions', () => {
  const openMenu = () => page.getByRole('button', { name: 'More actions' }).click();

  test('opens the templates of replies, and the keys', async () => {
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': one, 'GET /reply-templates': { templates: [] } }),
    });
    await openMenu();
    await page.getByRole('menuitem', { name: 'Reply templates' }).click();
    await expect
      .element(
        page.getByRole('dialog', { name: 'Reply templates' }).getByRole('button', { name: 'Add template' }),
      )
      .toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await openMenu();
    await page.getByRole('menuitem', { name: 'Keyboard' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  });

  test('shows the templates of replies in the language of the person', async () => {
    const templates = [
      { id: crypto.randomUUID(), name: 'Thanks', texts: { de: 'Vielen Dank', en: 'Thank you' } },
    ].map((one) => ({ ...one, ratings: [], recommendations: [], businessId: null, version: 1 }));
    await renderScreen(<ReviewsScreen />, {
      // What browsers ask for names a country too.
      language: 'en-US',
      answers: answers({ 'GET /reviews': one, 'GET /reply-templates': { templates } }),
    });
    await openMenu();
    await page.getByRole('menuitem', { name: 'Reply templates' }).click();
    await expect.element(page.getByRole('dialog').getByText('Thank you')).toBeVisible();
  });

  test('opens a template with its text in the language of the person', async () => {
    const template = {
      id: crypto.randomUUID(),
      name: 'Thanks',
      texts: { de: 'Vielen Dank', en: 'Thank you' },
    };
    const more = { ratings: [], recommendations: [], businessId: null, version: 1 };
    await renderScreen(<ReviewsScreen />, {
      language: 'de',
      answers: answers({
        'GET /reviews': one,
        'GET /reply-templates': { templates: [{ ...template, ...more }] },
      }),
    });
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
    await page.getByRole('menuitem', { name: 'Antwortvorlagen' }).click();
    await page.getByRole('button', { name: 'Thanks bearbeiten' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Vielen Dank');
  });

  test('has no templates for those who may not change them', async () => {
    await renderScreen(<ReviewsScreen />, {
      account: { ...ownAccount, role: 'responder' },
      answers: answers({ 'GET /reviews': one }),
    });
    await openMenu();
    await expect.element(page.getByRole('menuitem', { name: 'Keyboard' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Reply templates' })).not.toBeInTheDocument();
  });
});

describe('without a mouse or a touchpad', () => {
  function touchOnly(): void {
    const matchMedia = window.matchMedia.bind(window);
    const spy = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => matchMedia(query.includes('any-pointer: fine') ? 'not all' : query));
    onTestFinished(() => spy.mockRestore());
  }

  test('the menu has no keys', async () => {
    touchOnly();
    await renderScreen(<ReviewsScreen />, { answers: answers({ 'GET /reviews': one }) });
    await page.getByRole('button', { name: 'More actions' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Reply templates' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Keyboard' })).not.toBeInTheDocument();
  });

  test('and without templates there is no menu', async () => {
    touchOnly();
    await renderScreen(<ReviewsScreen />, {
      account: { ...ownAccount, role: 'responder' },
      answers: answers({ 'GET /reviews': one }),
    });
    await expect.element(rows().first()).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'More actions' })).not.toBeInTheDocument();
  });
});

describe('the counts', () => {
  test('are asked for once the list is there, and show how many match', async () => {
    const gate = Promise.withResolvers<void>();
    const asked: string[] = [];
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?rating=4&ratingMode=only',
      answers: answers({
        'GET /reviews': async () => {
          await gate.promise;
          return one;
        },
        'GET /reviews/count': ({ search }) => {
          asked.push(search);
          return { count: 1234, more: false };
        },
      }),
    });
    await expect.element(page.getByRole('status', { name: 'Loading' })).toBeVisible();
    expect(asked).toEqual([]);
    gate.resolve();
    await expect.element(page.getByText('1,234 reviews')).toBeVisible();
    expect(asked).toEqual(['?rating=4&ratingMode=only']);
  });

  test('are exact to 10,000', async () => {
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?withText=true',
      answers: answers({ 'GET /reviews': one, 'GET /reviews/count': { count: 10_000, more: true } }),
    });
    await expect.element(page.getByText('10,000+ reviews')).toBeVisible();
  });

  test('do not hold up the list when they fail, and nothing moves', async () => {
    const gate = Promise.withResolvers<void>();
    const failing = async () => {
      await gate.promise;
      return 403;
    };
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?withText=true',
      answers: answers({
        'GET /reviews': one,
        'GET /reviews/count': failing,
        'GET /reviews/figures': failing,
        'GET /businesses': failing,
        'GET /tags': failing,
      }),
    });
    await expect.element(rows().first()).toBeVisible();
    const top = () => rows().first().element().getBoundingClientRect().top;
    const before = top();
    gate.resolve();
    await expect.element(page.getByText('Reviews not replied to yet could not be counted.')).toBeVisible();
    expect(top()).toBe(before);
    await expect.element(rows().first()).toBeVisible();
  });

  test.each([
    ['en', /12,345/],
    ['de', /12\.345/],
  ])('have the thousands separators of their language: %s', async (language, unanswered) => {
    await renderScreen(<ReviewsScreen />, {
      language,
      answers: answers({ 'GET /reviews/figures': { unanswered: 12_345, total: 23_456 } }),
    });
    await expect.element(page.getByText(unanswered)).toBeVisible();
    expect(numbersWithoutSeparators()).toEqual([]);
  });

  test('the banner shows those without a reply, and all again', async () => {
    const asked: (string | null)[] = [];
    await renderScreen(<ReviewsScreen />, {
      answers: answers({
        'GET /reviews': ({ searchParams }) => {
          asked.push(searchParams.get('answered'));
          return one;
        },
        'GET /reviews/figures': { unanswered: 7, total: 9 },
        'GET /reviews/count': { count: 7, more: false },
      }),
    });
    await expect.element(page.getByText('7 reviews not replied to yet')).toBeVisible();
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect.poll(() => asked.at(-1)).toBe('false');
    await expect
      .element(page.getByRole('button', { name: 'Not replied yet', exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Not replied yet', exact: true }))
      .toHaveAttribute('aria-pressed', 'false');
  });
});

describe('a review', () => {
  test('shows dates in the account’s time zone', async () => {
    const reply = {
      text: 'Thank you',
      at: '2026-10-05T19:00:00.000Z',
      state: 'published' as const,
      violation: null,
    };
    const item = makeReview({ writtenAt: '2026-10-04T19:00:00.000Z', answered: true, reply });
    await renderScreen(<ReviewsScreen />, {
      timeZone: 'Asia/Kathmandu',
      answers: answers({ 'GET /reviews': { items: [item], nextCursor: null } }),
    });
    await expect.element(page.getByText('Oct 5, 2026')).toBeVisible();
    await expect.element(page.getByText('Oct 6, 2026')).toBeVisible();
  });

  test.each([
    ['given', /date set during import/],
    ['relative', /date estimated/],
  ] as const)('marks a date that is %s', async (dateBasis, mark) => {
    const items = [makeReview({ source: 'import', dateBasis })];
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': { items, nextCursor: null } }),
    });
    await expect.element(page.getByText(mark)).toBeVisible();
  });

  test('has its original and its translation', async () => {
    const items = [makeReview({ text: 'Sehr gut', translation: 'Very good', language: 'de' })];
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': { items, nextCursor: null } }),
    });
    const article = page.getByRole('article');
    await expect.element(article.getByText('Sehr gut')).toBeVisible();
    await expect.element(article.getByText('German')).toBeVisible();
    await article.getByText('Translation').click();
    await expect.element(article.getByText('Very good')).toBeVisible();
    await article.getByText('Original').click();
    await expect.element(article.getByText('Sehr gut')).toBeVisible();
  });

  test('scrolls above the composer, which stays at the foot', async () => {
    const items = [makeReview({ text: 'A long story.\n'.repeat(80) })];
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': { items, nextCursor: null } }),
    });
    const article = page.getByRole('article');
    await expect.element(article.getByRole('button', { name: 'Reply', exact: true })).toBeVisible();
    const pane = page.getByRole('region', { name: 'Open review' }).element();
    const top = article.getByRole('heading', { level: 2 }).element().getBoundingClientRect().top;
    await article.getByRole('button', { name: 'Reply', exact: true }).click();
    const send = article.getByRole('button', { name: 'Send reply' });
    await expect.element(send).toBeVisible();
    // The review keeps its place when the composer opens.
    expect(article.getByRole('heading', { level: 2 }).element().getBoundingClientRect().top).toBe(top);
    for (const place of [0, 0.5, 1]) {
      pane.scrollTop = place * (pane.scrollHeight - pane.clientHeight);
      await expect
        .poll(() => pane.getBoundingClientRect().bottom - send.element().getBoundingClientRect().bottom)
        .toBeLessThan(40);
    }
    // At its end everything of the review is above the composer.
    const history = article
      .getByRole('heading', { name: 'History' })
      .element()
      .getBoundingClientRect().bottom;
    expect(history).toBeLessThan(
      article
        .getByRole('textbox', { name: /^Your reply on/ })
        .element()
        .getBoundingClientRect().top,
    );
  });

  test('links to its photos at the platform', async () => {
    const items = [makeReview({ mediaCount: 3, permalink: 'https://maps.google.com/r/1' })];
    await renderScreen(<ReviewsScreen />, {
      answers: answers({ 'GET /reviews': { items, nextCursor: null } }),
    });
    await expect
      .element(page.getByRole('link', { name: '3 photos on Google' }))
      .toHaveAttribute('href', 'https://maps.google.com/r/1');
  });

  test('marks what was searched for, as text', async () => {
    const items = [makeReview({ text: 'Le café <b>était</b> bon, cafés fermés', authorName: 'Café Finch' })];
    await renderScreen(<ReviewsScreen />, {
      path: '/reviews?search=cafe',
      answers: answers({ 'GET /reviews': { items, nextCursor: null } }),
    });
    const article = page.getByRole('article');
    await expect
      .poll(() => article.element().textContent)
      .toContain('Le café <b>était</b> bon, cafés fermés');
    const marks = [...document.querySelectorAll('mark')].map((mark) => mark.textContent);
    // In the row: the author and two words; in the reading pane: two words.
    expect(marks).toEqual(['Café', 'café', 'café', 'café', 'café']);
    expect(document.querySelector('article b')).toBeNull();
  });
});
