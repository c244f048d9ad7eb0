/** The contact form behind the help button: keyboard use, validation, and failed requests. */
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiAnswer } from '../../testing/render-screen.tsx';
import { renderScreen } from '../../testing/render-screen.tsx';
import { toast } from '../../ui/toast.ts';
import { HelpLauncher } from './index.ts';
import { setHelpOpen } from './open-state.ts';

const taken = { reference: 'H-7K2M9P' };
const launcher = page.getByRole('button', { name: 'Help' });
const panel = page.getByRole('dialog', { name: 'How can we help?' });
const message = panel.getByLabelText('Your message');
const send = panel.getByRole('button', { name: 'Send message' });
const sent = panel.getByRole('heading', { name: 'Your message has arrived' });

afterEach(() => setHelpOpen(false));

const show = (answer: ApiAnswer | ((url: URL, request: Request) => Promise<ApiAnswer>)) =>
  renderScreen(<HelpLauncher />, { answers: { 'POST /help/messages': answer } });

test('works with the keyboard only, and keeps the draft when it is closed', async () => {
  await show(taken);
  await userEvent.tab();
  await expect.element(launcher).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(message).toHaveFocus();
  await userEvent.keyboard('Written with the keyboard');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(launcher).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(message).toHaveValue('Written with the keyboard');
  await expect.element(message).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(sent).toHaveFocus();
  await expect.element(panel.getByText(/H-7K2M9P/)).toBeVisible();
});

test('shows the questions of the screen, and opens one answer at a time', async () => {
  const before = location.href;
  history.replaceState(null, '', '/reviews');
  onTestFinished(() => history.replaceState(null, '', before));
  await show(taken);
  await launcher.click();
  const topics = panel.getByRole('region', { name: 'Questions about this screen' });
  const first = topics.getByText('How do I find a review?');
  await expect.poll(() => document.activeElement?.textContent).toBe('How do I find a review?');
  await first.click();
  await expect.element(topics.getByText(/^Search for words,/)).toBeVisible();
  await topics.getByText('How do I reply?').click();
  await expect.element(topics.getByText(/^Open the review and write below it/)).toBeVisible();
  await expect.element(topics.getByText(/^Search for words,/)).not.toBeVisible();
  // A message that was begun is gone on with.
  await message.fill('Half a message');
  await userEvent.keyboard('{Escape}');
  await launcher.click();
  await expect.element(message).toHaveFocus();
});

test('reports a missing message and sends nothing', async () => {
  const { calls } = await show(taken);
  await launcher.click();
  await send.click();
  await expect.element(panel.getByText('Please tell us in a few words what you need.')).toBeVisible();
  await expect.element(message).toHaveFocus();
  expect(calls).toEqual([]);
});

test('a person who belongs to no account is asked for the address, which is filled in', async () => {
  await renderScreen(<HelpLauncher />, { account: null, answers: {} });
  await launcher.click();
  await expect.element(panel.getByLabelText('Your e-mail address')).toHaveValue('ada@example.com');
});

test('a failed request keeps the text and says why; a retry sends the same idempotency key', async () => {
  const problem = { title: 'x', status: 500, code: 'internal', requestId: 'req-lost' };
  const answers: ApiAnswer[] = [Response.json(problem, { status: 500 }), 'offline', taken];
  const bodies: { idempotencyKey: string; message: string }[] = [];
  await show(async (_url, request) => {
    bodies.push(await request.json());
    return answers.shift() ?? 501;
  });
  await launcher.click();
  await message.fill('Only once, please');
  await send.click();
  const alert = panel.getByRole('alert');
  await expect.element(alert.getByText(/Your message was not sent/)).toBeVisible();
  await expect.element(alert.getByText(/req-lost/)).toBeVisible();
  await expect.element(alert.getByText(/support@kindling\.local/)).toBeVisible();
  await expect.element(message).toHaveValue('Only once, please');
  await send.click();
  await expect.element(alert.getByText(/We could not reach the server\./)).toBeVisible();
  await send.click();
  await expect.element(sent).toBeVisible();
  // The server accepts an idempotency key once, however often it is sent.
  expect(bodies.map((body) => body.message)).toEqual(Array(3).fill('Only once, please'));
  expect(new Set(bodies.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
});

test.each([
  [390, 'below the bar of the app, away from the rows that people work on'],
  [1440, 'above the help button'],
])('toasts in a window of %i px are %s', async (width) => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(width, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show(taken);
  await expect.element(launcher).toBeVisible();
  toast({ tone: 'good', message: 'Role of Bob Lund saved' });
  const shown = page.getByRole('alert').filter({ hasText: 'Role of Bob Lund saved' });
  await expect.element(shown).toBeVisible();
  const place = () => shown.element().getBoundingClientRect();
  const [top, bottom] =
    width === 390 ? [56, 844 / 4] : [844 / 2, launcher.element().getBoundingClientRect().top];
  await expect.poll(() => place().bottom).toBeLessThanOrEqual(bottom);
  expect(place().top).toBeGreaterThanOrEqual(top);
});
