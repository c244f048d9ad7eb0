/** The start of the tab, what the owner sends themselves, one campaign, and addresses that get no mail. */
import type { CampaignRecipient, Suppression } from '@kindling/contract/review-requests';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  allowance,
  invitationAnswers,
  makeCampaign,
  noResults,
  person,
  suppression,
} from '../../../testing/invitations.ts';
import { pipeline } from '../../../testing/pipelines.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ownAccount } from '../../../testing/session.ts';
import { PipelineScreen } from '../pipeline-screen.tsx';

const start = '/review-pipeline/review?tab=invitations';
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1280, 900);
});

describe('the start', () => {
  test('says how many mails went out today, and teaches where nobody was invited yet', async () => {
    await renderScreen(<PipelineScreen />, { path: start, answers: invitationAnswers() });
    await expect
      .element(page.getByText('12 of 50 e-mails sent today. Trial accounts send 50 a day.'))
      .toBeVisible();
    // A full bar reads as used up.
    expect(document.querySelector('[style*="width: 24%"]')).not.toBeNull();
    await expect.element(page.getByText('Nobody invited yet')).toBeVisible();
  });

  test('outside of the trial, with nothing left and without a mail server', async () => {
    await renderScreen(<PipelineScreen />, {
      path: start,
      answers: invitationAnswers([], {
        'GET /review-requests': {
          campaigns: [],
          allowance: { ...allowance, leftToday: 0, trial: false },
          mailWorks: false,
          replyTo: 'ada@example.com',
        },
      }),
    });
    await expect.element(page.getByText('Today’s e-mails are used up.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('Trial accounts', { exact: false })).not.toBeInTheDocument();
    await expect.element(page.getByText('E-mail cannot be sent here')).toBeVisible();
  });

  test('a campaign shows its state and progress, opens, and leads back', async () => {
    const campaign = makeCampaign(1, { name: '<b>November</b>', state: 'paused', nextSendAt: null });
    await renderScreen(<PipelineScreen />, {
      path: start,
      answers: invitationAnswers([campaign], {
        [`GET /review-requests/${campaign.id}/recipients`]: { items: [], nextCursor: null },
      }),
    });
    await page
      .getByRole('button', { name: /<b>November<\/b>.*Paused.*120 of 240 sent.*31 answered/ })
      .click();
    await expect.element(page.getByRole('heading', { name: '<b>November</b>' })).toBeVisible();
    await button('All invitations').click();
    await expect.element(page.getByRole('heading', { name: 'Ask your customers' })).toBeVisible();
  });

  test('a failure can be tried again', async () => {
    let failing = true;
    await renderScreen(<PipelineScreen />, {
      path: start,
      answers: invitationAnswers([], {
        'GET /review-requests': () =>
          failing
            ? makeProblem(403, 'forbidden')
            : { campaigns: [], allowance, mailWorks: true, replyTo: 'ada@example.com' },
      }),
    });
    await expect.element(page.getByText('That did not work')).toBeVisible();
    failing = false;
    await button('Try again').click();
    await expect.element(page.getByText('Nobody invited yet')).toBeVisible();
  });

  test('who may not send invitations has no tab for them', async () => {
    await renderScreen(<PipelineScreen />, {
      path: start,
      account: { ...ownAccount, role: 'responder' },
      answers: invitationAnswers(),
    });
    await expect.element(page.getByRole('tab', { name: 'Page' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tab', { name: 'Invitations' })).not.toBeInTheDocument();
  });
});

describe('what the owner sends themselves', () => {
  const link = (name: string) => page.getByRole('link', { name }).element().getAttribute('href') ?? '';

  test('has text and link in each way, points out wording, and stores nothing', async () => {
    const { calls } = await renderScreen(<PipelineScreen />, {
      path: `${start}&invitation=share`,
      answers: invitationAnswers(),
    });
    const text = page.getByLabelText('Your text');
    await expect
      .element(text)
      .toHaveValue(
        'Hello, thank you for visiting Salt Quay. How was it? We would be glad to read your honest review:',
      );
    await text.fill('A 5-star review, please:');
    await expect.element(page.getByText('asks for good reviews.', { exact: false })).toBeVisible();
    const expected = `A 5-star review, please:\n${pipeline.url}`;
    expect(new URL(link('Send by SMS')).searchParams.get('body')).toBe(expected);
    expect(new URL(link('Send by WhatsApp')).searchParams.get('text')).toBe(expected);
    await button('Use our text again').click();
    await page.getByLabelText('Language').selectOptions('Français');
    await expect.element(text).toHaveValue(expect.stringContaining('merci de votre visite chez Salt Quay'));
    expect(calls.filter((call) => !call.startsWith('GET '))).toEqual([]);
    expect(sessionStorage.length).toBe(0);
  });
});

describe('a campaign', () => {
  const show = async (campaign = makeCampaign(1), people: CampaignRecipient[] = [], more = {}) =>
    renderScreen(<PipelineScreen />, {
      path: `${start}&invitation=${campaign.id}`,
      answers: invitationAnswers([campaign], {
        [`GET /review-requests/${campaign.id}/recipients`]: { items: people, nextCursor: null },
        ...more,
      }),
    });

  test('shows its steps, what was not delivered and what that means, and that stars stay unknown', async () => {
    await show();
    await expect.element(page.getByText('48% of the e-mails')).toBeVisible();
    await expect.element(page.getByText('Refused by the mail server.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('never how many stars they gave.', { exact: false })).toBeVisible();
  });

  test('without trouble has no list of it', async () => {
    await show(makeCampaign(1, { state: 'finished', results: { ...noResults, total: 3, sent: 3 } }));
    await expect.element(page.getByText('3 of 3 sent')).toBeVisible();
    await expect.element(page.getByText('Not delivered, or not wanted')).not.toBeInTheDocument();
    await expect.element(button('Pause')).not.toBeInTheDocument();
  });

  test('people come page by page and by state', async () => {
    const campaign = makeCampaign(1);
    await show(campaign, [], {
      [`GET /review-requests/${campaign.id}/recipients`]: (url: URL) => {
        if (url.searchParams.get('state') === 'bounced')
          return { items: [person(9, { state: 'bounced' })], nextCursor: null };
        return url.searchParams.get('cursor') === 'two'
          ? {
              items: [person(2, { state: 'skipped', skipped: 'invited-lately', sentAt: null })],
              nextCursor: null,
            }
          : { items: [person(1, { state: 'answered' })], nextCursor: 'two' };
      },
    });
    const list = page.getByRole('list', { name: 'People' });
    await expect.element(list.getByText('Answered')).toBeVisible();
    await button('Show more').click();
    await expect.element(list.getByText('Invited recently')).toBeVisible();
    await page.getByLabelText('Show', { exact: true }).selectOptions('Bounced');
    await expect.element(list.getByText('guest-9@example.com')).toBeVisible();
    await expect.element(list.getByText('guest-1@example.com')).not.toBeInTheDocument();
  });

  test('erased people have no address', async () => {
    const erased = { addressesErased: true, addressesErasedAt: '2026-11-20T10:00:00.000Z' };
    await show(makeCampaign(1, { state: 'finished', ...erased }), [person(1, { email: null, name: null })]);
    await expect
      .element(page.getByText('The addresses were deleted on Nov 20, 2026.', { exact: false }))
      .toBeVisible();
    await expect.element(page.getByText('Deleted address')).toBeVisible();
  });

  test('is paused and resumed, and ended after a question', async () => {
    const campaign = makeCampaign(1);
    const answer = (state: 'paused' | 'sending' | 'canceled') => ({ campaign: { ...campaign, state } });
    await show(campaign, [], {
      [`POST /review-requests/${campaign.id}/pause`]: answer('paused'),
      [`POST /review-requests/${campaign.id}/resume`]: answer('sending'),
      [`POST /review-requests/${campaign.id}/cancel`]: answer('canceled'),
    });
    await button('Pause').click();
    await expect.element(page.getByText('Nothing goes out until you resume it')).toBeVisible();
    await button('Resume').click();
    await expect.element(button('Pause')).toBeVisible();
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'End it' }).click();
    await expect
      .element(page.getByText('112 people who are waiting get no e-mail', { exact: false }))
      .toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'End it' }).click();
    await expect.element(page.getByText('Ended early')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('is deleted with its addresses after a question', async () => {
    const campaign = makeCampaign(1);
    const { calls } = await show(campaign, [], { [`DELETE /review-requests/${campaign.id}`]: { ok: true } });
    await button('More actions').click();
    await page.getByRole('menuitem', { name: 'Delete with its addresses' }).click();
    await expect
      .element(page.getByText('its 240 addresses are deleted for good', { exact: false }))
      .toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.element(page.getByRole('heading', { name: 'Ask your customers' })).toBeVisible();
    expect(calls).toContain(`DELETE /review-requests/${campaign.id}`);
  });

  test('that is gone says so', async () => {
    const campaign = makeCampaign(1);
    await show(campaign, [], { [`GET /review-requests/${campaign.id}`]: makeProblem(404, 'not-found') });
    await expect.element(page.getByText('That did not work')).toBeVisible();
    await expect.element(button('All invitations')).toBeVisible();
  });
});

test('an address is added to those that get no mail; only what a member added can be removed', async () => {
  const own = suppression(1, { address: 'b***@example.com', reason: 'member', removable: true });
  let items: Suppression[] = [suppression(2)];
  await renderScreen(<PipelineScreen />, {
    path: `${start}&invitation=blocked`,
    answers: invitationAnswers([], {
      'GET /review-requests/suppressions': () => ({ items, nextCursor: null, total: items.length }),
      'POST /review-requests/suppressions': () => {
        items = [own, ...items];
        return Response.json({ suppression: own }, { status: 201 });
      },
      [`DELETE /review-requests/suppressions/${own.id}`]: () => {
        items = items.filter(({ id }) => id !== own.id);
        return { ok: true };
      },
    }),
  });
  const list = page.getByRole('list', { name: 'Addresses' });
  await expect.element(list.getByText('Unsubscribed, since Nov 20, 2026')).toBeVisible();
  await page.getByLabelText('Add an address').fill('bo@');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This is not a complete e-mail address.')).toBeVisible();
  await page.getByLabelText('Add an address').fill('bo@example.com');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByText('b***@example.com gets no more invitations', { exact: false }))
    .toBeVisible();
  expect(list.getByRole('button').elements()).toHaveLength(1);
  await button('Remove b***@example.com').click();
  await expect.element(list.getByText('b***@example.com')).not.toBeInTheDocument();
});

test('the tab works in German too', async () => {
  await renderScreen(<PipelineScreen />, { path: start, language: 'de', answers: invitationAnswers() });
  await button('Neue Einladung').click();
  await expect.element(page.getByRole('heading', { name: 'Wen möchten Sie fragen?' })).toBeVisible();
});
