/** The composer when two people answer, when the review changes meanwhile, and with templates and the assistant. */
import type { Assistant } from '@kindling/contract/assistant';
import type { ReplyTemplate } from '@kindling/contract/reply-templates';
import type { OwnReview } from '@kindling/contract/reviews';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { makeReview } from '../../testing/reviews.ts';
import { ownAccount } from '../../testing/session.ts';
import { ReviewsScreen } from './reviews-screen.tsx';

const at = '2026-11-20T10:00:00.000Z';
const ana = { id: '0199f000-0000-7000-8000-0000000000aa', name: 'Ana' };
const businessId = '0199f000-0000-7000-8000-0000000000b1';
const business = {
  id: businessId,
  name: 'Salt Quay',
  website: null,
  category: null,
  phone: null,
  brandColor: null,
  logo: null,
  archivedAt: null,
  updatedAt: at,
  named: true,
  locations: [{ id: makeReview().locationId, businessId, name: 'Salt Quay Bakery', address: null }],
};
const assistantOff: Assistant = {
  host: 'model.example',
  simulated: false,
  on: false,
  tone: 'friendly',
  facts: '',
  signOff: '',
};

function makeTemplate(changes: Partial<ReplyTemplate>): ReplyTemplate {
  return {
    id: crypto.randomUUID(),
    name: 'Thanks',
    texts: { any: 'Thanks' },
    ratings: [],
    recommendations: [],
    businessId: null,
    version: 1,
    ...changes,
  };
}

interface Server {
  review: OwnReview;
  templates: ReplyTemplate[];
  assistant: Assistant;
  /** Bodies of the saves, replies and settings so far. */
  saves: { text: string; version?: number; byAssistant?: true }[];
  sent: object[];
}

const conflict = () =>
  Response.json(
    { type: 'about:blank', title: '', status: 409, code: 'conflict', requestId: 'r' },
    { status: 409, headers: { 'content-type': 'application/problem+json' } },
  );

/** Shows the review with its composer open. The fake server keeps drafts by version, as the real one does. */
async function open(
  review: OwnReview,
  {
    more = {},
    role = 'owner',
    language = 'en',
    ...state
  }: Partial<Server> & { more?: ApiAnswers; role?: 'owner' | 'responder'; language?: string } = {},
) {
  const server: Server = { review, templates: [], assistant: assistantOff, saves: [], sent: [], ...state };
  await renderScreen(<ReviewsScreen />, {
    path: '/reviews',
    language,
    account: { ...ownAccount, role },
    answers: {
      'GET /reviews': () => ({ items: [server.review], nextCursor: null }),
      [`GET /reviews/${review.id}`]: () => ({ review: server.review }),
      'GET /reviews/figures': { unanswered: 1, total: 1 },
      'GET /reviews/count': { count: 1, more: false },
      'GET /businesses': { businesses: [business] },
      [`GET /reviews/${review.id}/notes`]: { notes: [] },
      [`GET /reviews/${review.id}/history`]: { entries: [] },
      'GET /reply-templates': () => ({ templates: server.templates }),
      'GET /assistant': () => ({ assistant: server.assistant }),
      [`PUT /reviews/${review.id}/draft`]: async (_url, request) => {
        const body = (await request.json()) as Server['saves'][number];
        server.saves.push(body);
        if (body.version !== server.review.drafting.version) return conflict();
        const version = body.version + 1;
        server.review = {
          ...server.review,
          draft: body.text,
          drafting: { ...server.review.drafting, version, by: null, byAssistant: body.byAssistant ?? false },
        };
        return { ok: true, version };
      },
      [`PUT /reviews/${review.id}/reply`]: async (_url, request) => {
        const body = (await request.json()) as { text: string };
        server.sent.push(body);
        const outgoing = { text: body.text, state: 'sending' as const, reason: null, at };
        server.review = { ...server.review, outgoing, draft: null, answered: true };
        return { review: server.review };
      },
      ...more,
    },
  });
  await page.getByRole('button', { name: /^(?:Reply|Continue draft)$/ }).click();
  await expect.element(box()).toBeVisible();
  return server;
}

const box = () => page.getByRole('textbox', { name: /^Your reply on/ });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const send = () => button('Send reply');

function draftOfAna(text: string, version: number, when = new Date().toISOString()): Partial<OwnReview> {
  return { draft: text, drafting: { version, by: ana, at: when, byAssistant: false, earlier: null } };
}

test('somebody else’s draft says whose it is, and whether they are writing', async () => {
  await open(makeReview(draftOfAna('Dear Orla', 3)));
  await expect.element(page.getByText('Ana is writing this draft right now.')).toBeVisible();
  await expect.element(box()).toHaveValue('Dear Orla');
});

test('of two who write at once each sees the other text, and both are kept', async () => {
  const server = await open(makeReview());
  server.review = { ...server.review, ...draftOfAna('Ana’s words', 1) };
  await box().fill('My words');
  const notice = page.getByRole('alert');
  await expect.element(notice.getByText('Ana has written a newer draft')).toBeVisible();
  await expect.element(notice.getByText('Ana’s words')).toBeVisible();
  await expect.element(box()).toHaveValue('My words');
  await expect.element(send()).toBeDisabled();
  await button('Use this draft').click();
  await expect.element(box()).toHaveValue('Ana’s words');
  await page.getByText('Your earlier text').click();
  await button('Use this text').click();
  await expect.element(box()).toHaveValue('My words');
  await expect.poll(() => server.review.draft).toBe('My words');
  await expect.element(send()).toBeEnabled();
});

test('keeping one’s own text saves it over the version that was shown', async () => {
  const server = await open(makeReview());
  server.review = { ...server.review, ...draftOfAna('Ana’s words', 5) };
  await box().fill('My words');
  await button('Keep mine').click();
  await expect.poll(() => server.review.draft).toBe('My words');
  expect(server.saves.at(-1)).toEqual({ text: 'My words', version: 5 });
  await expect.element(page.getByText('Draft saved')).toBeVisible();
});

test('a conflict and both texts are still there after the composer was closed and opened again', async () => {
  const server = await open(makeReview());
  server.review = { ...server.review, ...draftOfAna('Ana’s words', 1) };
  await box().fill('My words');
  const words = page.getByRole('alert').getByText('Ana’s words');
  await expect.element(words).toBeVisible();
  await box().fill('My words, and more');
  await button('Close').click();
  await expect.element(box()).not.toBeInTheDocument();
  await button('Continue draft').click();
  await expect.element(box()).toHaveValue('My words, and more');
  await expect.element(words).toBeVisible();
  await expect.element(send()).toBeDisabled();
  expect(server.review.draft).toBe('Ana’s words');
  await button('Keep mine').click();
  await expect.poll(() => server.review.draft).toBe('My words, and more');
  expect(server.saves.at(-1)).toEqual({ text: 'My words, and more', version: 1 });
});

test('a conflict that shows only after the composer was closed waits for the choice', async () => {
  const server = await open(makeReview());
  server.review = { ...server.review, ...draftOfAna('Ana’s words', 1) };
  await box().fill('My words');
  await userEvent.keyboard('{Escape}');
  await expect.element(box()).not.toBeInTheDocument();
  await expect.poll(() => server.saves).toHaveLength(1);
  await button('Continue draft').click();
  await expect.element(box()).toHaveValue('My words');
  await button('Use this draft').click();
  await expect.element(box()).toHaveValue('Ana’s words');
  await button('Close').click();
  await button('Continue draft').click();
  await page.getByText('Your earlier text').click();
  await expect.element(page.getByText('My words', { exact: true })).toBeVisible();
  expect(server.saves).toHaveLength(1);
});

test('a text that could not be saved is still there after the composer was closed', async () => {
  let works = false;
  const review = makeReview();
  const server: Server = await open(review, {
    more: {
      [`PUT /reviews/${review.id}/draft`]: async (_url, request) => {
        if (!works) return 'offline';
        const { text, version } = (await request.json()) as { text: string; version: number };
        const drafting = { ...server.review.drafting, version: version + 1, at };
        server.review = { ...server.review, draft: text, drafting };
        return { ok: true, version: version + 1 };
      },
    },
  });
  await box().fill('My words');
  await expect.element(page.getByText('Draft not saved yet')).toBeVisible();
  await button('Close').click();
  await button('Continue draft').click();
  await expect.element(box()).toHaveValue('My words');
  works = true;
  await button('Close').click();
  await expect.poll(() => server.review.draft).toBe('My words');
});

test('a save whose answer was lost is no conflict with oneself', async () => {
  let lost = false;
  const review = makeReview();
  const server: Server = await open(review, {
    more: {
      [`PUT /reviews/${review.id}/draft`]: async (_url, request) => {
        const { text, version } = (await request.json()) as { text: string; version: number };
        if (version !== server.review.drafting.version) return conflict();
        const drafting = { ...server.review.drafting, version: version + 1, at };
        server.review = { ...server.review, draft: text, drafting };
        if (lost) return { ok: true, version: version + 1 };
        lost = true;
        return 'offline';
      },
    },
  });
  await box().fill('One');
  await expect.element(page.getByText('Draft not saved yet')).toBeVisible();
  await box().fill('One two');
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  expect(server.review.draft).toBe('One two');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('a review that was edited meanwhile is shown, and read before the reply is sent', async () => {
  const review = makeReview({ text: 'Good cake', contentVersion: 'one' });
  const server: Server = await open(review, {
    more: {
      [`PUT /reviews/${review.id}/reply`]: async (_url, request) => {
        const body = (await request.json()) as { text: string; seenReview: string };
        server.sent.push(body);
        if (body.seenReview !== server.review.contentVersion)
          return Response.json(
            { type: 'about:blank', title: '', status: 409, code: 'review-changed', requestId: 'r' },
            { status: 409, headers: { 'content-type': 'application/problem+json' } },
          );
        const outgoing = { text: body.text, state: 'sending' as const, reason: null, at };
        server.review = { ...server.review, outgoing, draft: null, answered: true };
        return { review: server.review };
      },
    },
  });
  await box().fill('Thank you');
  await expect.element(page.getByText('Draft saved')).toBeVisible();
  server.review = { ...server.review, text: 'Dry cake', rating: 2, contentVersion: 'two' };
  await send().click();
  const notice = page.getByRole('alert').filter({ hasText: 'The author has changed the review' });
  await expect.element(notice.getByText('Dry cake')).toBeVisible();
  await expect.element(box()).toHaveValue('Thank you');
  await expect.element(send()).toBeDisabled();
  await button('I have read it').click();
  await box().fill('Sorry');
  await send().click();
  await expect.element(box()).not.toBeInTheDocument();
  expect(server.sent).toMatchObject([
    { text: 'Thank you', seenReview: 'one' },
    { text: 'Sorry', seenReview: 'two', seen: null },
  ]);
});

test('templates are sorted by fit and inserted at the cursor, and nothing is sent', async () => {
  const server = await open(makeReview({ rating: 4, language: 'en', authorName: 'Orla Finch' }), {
    templates: [
      makeTemplate({ name: 'Apology', ratings: [1, 2], texts: { en: 'We are sorry' } }),
      makeTemplate({ name: 'General', texts: { any: 'Thanks for {stars} stars' } }),
      makeTemplate({
        name: 'Happy',
        ratings: [4, 5],
        texts: { en: 'Thank you, {author}, from {business}', de: 'Danke' },
      }),
    ],
  });
  await box().fill('Start end');
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await button('Templates').click();
  const items = page.getByRole('menuitem');
  await expect.element(items.nth(0)).toHaveTextContent('HappyThank you, Orla, from Salt Quay');
  await expect.element(items.nth(1)).toHaveTextContent('GeneralThanks for 4 stars');
  await expect.element(page.getByText('For other reviews')).toBeVisible();
  await expect.element(items.nth(2).getByText('Apology')).toBeVisible();
  await items.nth(0).click();
  await expect.element(box()).toHaveValue('Start Thank you, Orla, from Salt Quay\n\nend');
  expect(server.sent).toEqual([]);
});

test('a reply that names the business of another place says so before it is sent', async () => {
  const review = makeReview({ locationName: 'Campers, Denver', authorName: 'Orla Finch' });
  const there = { ...business.locations[0], name: 'Campers, Denver' };
  const other = { ...business.locations[0], id: crypto.randomUUID(), name: 'Salt Quay Bakery' };
  await open(review, {
    templates: [makeTemplate({ texts: { any: 'Thank you, {author}, from {business}.' } })],
    more: { 'GET /businesses': { businesses: [{ ...business, locations: [there, other] }] } },
  });
  const hint = page.getByText('This reply names Salt Quay; the review is about Campers, Denver.');
  await expect.element(hint).not.toBeInTheDocument();
  await button('Templates').click();
  await page.getByRole('menuitem', { name: /^Thanks/ }).click();
  await expect.element(hint).toBeVisible();
  await expect.element(send()).toBeEnabled();
  await box().fill('Thank you for your visit to Campers, Denver.');
  await expect.element(hint).not.toBeInTheDocument();
});

test('the list of templates shows each as a reply to the review, those that fit it first', async () => {
  await open(makeReview({ language: 'en', authorName: 'Orla Finch' }), {
    templates: [
      makeTemplate({ name: 'Danke', texts: { de: 'Danke, {author|lieber Gast}' } }),
      makeTemplate({ texts: { de: 'Danke, {author|lieber Gast}', en: 'Thank you, {author|dear guest}' } }),
    ],
  });
  await button('Templates').click();
  await page.getByRole('menuitem', { name: 'Manage templates' }).click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect.element(rows.nth(0).getByText('Thank you, Orla')).toBeVisible();
  await expect.element(rows.nth(1).getByText('Danke, Orla')).toBeVisible();
});

test('without a text in the language of the review a template is in that of the person, and says so', async () => {
  await open(makeReview({ language: 'no', authorName: 'Ida Berg' }), {
    // What browsers ask for names a country too.
    language: 'en-US',
    templates: [makeTemplate({ texts: { de: 'Danke, {author}', en: 'Thank you, {author}' } })],
  });
  await button('Templates').click();
  const item = page.getByRole('menuitem', { name: /^Thanks/ });
  await expect.element(item).toHaveTextContent('Thanks EnglishThank you, Ida');
  await item.click();
  await expect.element(box()).toHaveValue('Thank you, Ida');
});

test('an anonymous author gets no gap, and a template about stars is not offered without any', async () => {
  await open(makeReview({ rating: null, recommendation: 'positive', anonymous: true, authorName: null }), {
    templates: [
      makeTemplate({ name: 'Hello', texts: { any: 'Hello {author}, thank you, {author|dear guest}!' } }),
      makeTemplate({ name: 'Stars', texts: { any: '{stars} stars' } }),
    ],
  });
  await button('Templates').click();
  await expect.element(page.getByRole('menuitem', { name: /^Stars/ })).toBeDisabled();
  await page.getByRole('menuitem', { name: /^Hello/ }).click();
  await expect.element(box()).toHaveValue('Hello, thank you, dear guest!');
});

test('a template is made with a preview on the review, and an unknown placeholder cannot be saved', async () => {
  let made: object = {};
  const server = await open(makeReview({ authorName: 'Orla Finch', draft: 'Not ready yet' }), {
    more: {
      'POST /reply-templates': async (_url, request) => {
        made = (await request.json()) as object;
        return { template: makeTemplate({}) };
      },
    },
  });
  await button('Templates').click();
  await page.getByRole('menuitem', { name: 'Manage templates' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add template' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Warm');
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Dear {name}');
  await expect.element(dialog.getByText('These placeholders do not exist: {name}')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save template' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Text', exact: true }).fill('Dear ');
  // The help speaks of the same placeholder.
  await expect.element(dialog.getByText(/^Without a first name, “Hello {author},”/)).toBeVisible();
  await dialog.getByRole('button', { name: 'First name {author}', exact: true }).click();
  await expect
    .element(dialog.getByRole('region', { name: 'Preview' }).getByText('Dear Orla', { exact: true }))
    .toBeVisible();
  await dialog.getByRole('checkbox', { name: '5 stars' }).click();
  // Neither key nor button of the dialog sends the reply behind it.
  await dialog.getByRole('textbox', { name: 'Name' }).click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await dialog.getByRole('button', { name: 'Save template' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Add template' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(box()).toHaveValue('Not ready yet');
  expect(server.sent).toEqual([]);
  await expect
    .poll(() => made)
    .toMatchObject({ name: 'Warm', texts: { any: 'Dear {author}' }, ratings: [5] });
});

test('the assistant is switched on after the host was named, and not by a responder', async () => {
  let saved: object = {};
  const server = await open(makeReview({ draft: 'Not ready yet' }), {
    more: {
      'PUT /assistant': async (_url, request) => {
        saved = (await request.json()) as object;
        server.assistant = { ...assistantOff, on: true };
        return { assistant: server.assistant };
      },
    },
  });
  await button('Set up the assistant').click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('Each time someone asks for a draft, model.example receives:'))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'Sign-off' }).fill('The team');
  await dialog.getByRole('button', { name: 'Allow model.example' }).click();
  await expect.element(button('Draft a reply')).toBeVisible();
  expect(server.sent).toEqual([]);
  await expect.element(box()).toHaveValue('Not ready yet');
  expect(saved).toMatchObject({ on: true, host: 'model.example', signOff: 'The team', tone: 'friendly' });
});

test('a responder finds no assistant while it is off', async () => {
  await open(makeReview(), { role: 'responder', templates: [makeTemplate({})] });
  await expect.element(button('Templates')).toBeVisible();
  await expect.element(button(/assistant/)).not.toBeInTheDocument();
  await button('Templates').click();
  await expect.element(page.getByRole('menuitem', { name: 'Manage templates' })).not.toBeInTheDocument();
});

test('a draft of the assistant is labeled until a person changes it, and a person sends it', async () => {
  const review = makeReview();
  const server = await open(review, {
    assistant: { ...assistantOff, on: true },
    more: {
      [`POST /reviews/${review.id}/reply-draft`]: {
        text: 'Thank you. We will refund you.',
        checks: ['promise'],
      },
    },
  });
  await button('Draft a reply').click();
  await expect.element(box()).toHaveValue('Thank you. We will refund you.');
  await expect.element(page.getByText('Draft by the assistant')).toBeVisible();
  await expect.element(page.getByText('Check this: it seems to promise something.')).toBeVisible();
  await expect.poll(() => server.saves.at(-1)).toMatchObject({ byAssistant: true });
  expect(server.sent).toEqual([]);
  await box().fill('Thank you.');
  await expect.element(page.getByText('Draft by the assistant')).not.toBeInTheDocument();
  await expect.poll(() => server.review.drafting.byAssistant).toBe(false);
  await send().click();
  await expect.element(box()).not.toBeInTheDocument();
  expect(server.sent).toMatchObject([{ text: 'Thank you.' }]);
});

test('the field stays usable while the assistant writes; own words are not replaced, and it can be canceled', async () => {
  const review = makeReview();
  const answers: (() => void)[] = [];
  await open(review, {
    assistant: { ...assistantOff, on: true },
    more: {
      [`POST /reviews/${review.id}/reply-draft`]: () =>
        new Promise((resolve) => answers.push(() => resolve({ text: 'From the assistant', checks: [] }))),
    },
  });
  await button('Draft a reply').click();
  await button('Cancel the draft').click();
  await expect.element(button('Draft a reply')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await button('Draft a reply').click();
  await box().fill('My own');
  await expect.poll(() => answers.length).toBe(2);
  for (const answer of answers) answer();
  const offer = page.getByRole('region', { name: 'Draft by the assistant' });
  await expect.element(offer.getByText('From the assistant')).toBeVisible();
  await expect.element(box()).toHaveValue('My own');
  await offer.getByRole('button', { name: 'Replace my text' }).click();
  await expect.element(box()).toHaveValue('From the assistant');
});

test('an assistant that does not answer leaves the words and says so', async () => {
  const review = makeReview();
  await open(review, {
    assistant: { ...assistantOff, on: true },
    more: {
      [`POST /reviews/${review.id}/reply-draft`]: () =>
        Response.json(
          { type: 'about:blank', title: '', status: 503, code: 'assistant-unavailable', requestId: 'r' },
          { status: 503, headers: { 'content-type': 'application/problem+json' } },
        ),
    },
  });
  await box().fill('My own');
  await button('Draft a reply').click();
  await expect
    .element(page.getByRole('alert').getByText(/^The assistant is not responding right now/))
    .toBeVisible();
  await expect.element(box()).toHaveValue('My own');
  await expect.element(send()).toBeEnabled();
});
