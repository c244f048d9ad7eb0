/** A new invitation, step by step. */
import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Allowance } from '@kindling/contract/review-requests';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { allowance, idOf, invitationAnswers, makeCampaign } from '../../../testing/invitations.ts';
import { business, location } from '../../../testing/pipelines.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswer, type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { PipelineScreen } from '../pipeline-screen.tsx';

const path = '/review-pipeline/review?tab=invitations&invitation=new';
const none = { count: 0, first: [] };
const nothingLeftOut = {
  notAnAddress: none,
  doubled: none,
  suppressed: none,
  invitedLately: none,
  tooMany: none,
};
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const next = () => button('Continue').click();
const heading = (name: string) => page.getByRole('heading', { name });
const people = () => page.getByRole('list', { name: 'People to ask' });
const guests = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    email: `guest-${at + 1}@example.com`,
    name: `Guest ${at + 1}`,
  }));

const withAddress = {
  'GET /businesses': {
    businesses: [
      {
        ...business,
        locations: [{ ...location, address: 'Harbor 1\n5003 Bergen', timeZone: 'Europe/Oslo' }],
      },
    ],
  },
};

interface Sent {
  id: string;
  name: string;
  recipients: { email: string; name: string }[];
  when: { day: string; hour: number } | null;
  reminder: { days: number } | null;
  [field: string]: unknown;
}

/** A server that recognizes everything up to the first comma of a line as an address. */
async function show(changed: ApiAnswers = {}, attempts: ApiAnswer[] = []) {
  const sent: Sent[] = [];
  const { calls } = await renderScreen(<PipelineScreen />, {
    path,
    answers: invitationAnswers([], {
      ...withAddress,
      'POST /review-requests/recipients/read': async (_url, request) => {
        const { text } = (await request.json()) as { text: string };
        const recipients = text.split('\n').map((line) => {
          const [, name = '', email = ''] = /^(?:"(.*)" )?<?([^<>]*)>?$/.exec(line) ?? [];
          return { email, name };
        });
        return { recipients, leftOut: nothingLeftOut };
      },
      'POST /review-requests': async (_url, request) => {
        const body = (await request.json()) as Sent;
        sent.push(body);
        const failed = attempts.shift();
        if (failed !== undefined) return failed;
        const { id, name } = body;
        return Response.json({ campaign: makeCampaign(1, { id, name }) }, { status: 201 });
      },
      ...changed,
    }),
  });
  return { sent, calls };
}

async function paste(text: string) {
  await page.getByLabelText('Paste a list').fill(text);
  await button('Add these').click();
}

async function toSource(list = 'ann@example.com') {
  await paste(list);
  await expect.element(people()).toBeVisible();
  await next();
}

async function toMail() {
  await toSource();
  await page.getByLabelText('They are customers').click();
  await page.getByLabelText('Where the addresses come from').fill('Booking system');
  await page.getByLabelText(/^I may write to these people/).click();
  await next();
}

async function toSend() {
  await toMail();
  await expect
    .element(page.getByLabelText('Postal address of your business'))
    .toHaveValue('Salt Quay\nHarbor 1\n5003 Bergen');
  await next();
}

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(1440, 1000);
});

test('sends what was entered once, also when the button is pressed twice', async () => {
  let answer = () => {};
  const { sent } = await show({
    'GET /review-requests/x': 501,
    'POST /review-requests': async (_url, request) => {
      const body = (await request.json()) as Sent;
      sent.push(body);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return Response.json({ campaign: makeCampaign(1, { id: body.id }) }, { status: 201 });
    },
  });
  await toSend();
  const send = button('Send to 1 person').element();
  if (!(send instanceof HTMLElement)) throw new Error('No button');
  send.click();
  send.click();
  await expect.poll(() => sent).toHaveLength(1);
  answer();
  await expect.element(heading('Customers 1')).toBeVisible();
  expect(sent).toMatchObject([
    {
      pipelineId: idOf(31),
      locationId: location.id,
      language: 'en',
      subject: 'How was it at Salt Quay?',
      postalAddress: 'Salt Quay\nHarbor 1\n5003 Bergen',
      recipients: [{ email: 'ann@example.com', name: '' }],
      consent: { basis: 'customer', source: 'Booking system', confirmed: true },
      reminder: { days: 5 },
      when: null,
    },
  ]);
  expect(sessionStorage.length).toBe(0);
});

test.each<[string, ApiAnswer]>([
  ['without a network', 'offline'],
  ['when the server fails', makeProblem(500, 'internal')],
])('keeps everything %s, and repeats with the same id', async (_name, failure) => {
  const { sent } = await show({}, [failure]);
  await toSend();
  await button('Send to 1 person').click();
  await expect.element(page.getByText(/What you entered is still here\.$/)).toBeVisible();
  await button('Send to 1 person').click();
  await expect.element(page.getByRole('heading', { name: /^Customers of / })).toBeVisible();
  expect(sent.map(({ id }) => id)).toEqual([sent[0]?.id, sent[0]?.id]);
});

describe('people', () => {
  test('what was left out is said in words and numbers, and which lines', async () => {
    await show({
      'POST /review-requests/recipients/read': {
        recipients: guests(2),
        leftOut: {
          ...nothingLeftOut,
          notAnAddress: { count: 3, first: [{ line: 4, text: '<b>foo</b>@' }] },
          invitedLately: { count: 1, first: [{ line: 9, text: 'bo@example.com' }] },
        },
      },
    });
    await paste('anything');
    await expect.element(page.getByText('2 people added.')).toBeVisible();
    await expect.element(page.getByText(/^1 person you invited within the last 90 days/)).toBeVisible();
    await page
      .getByText(/^3 lines without a valid e-mail address/)
      .getByText('Show lines')
      .click();
    await expect.element(page.getByText('<b>foo</b>@')).toBeVisible();
    await expect.element(page.getByText('and 2 more')).toBeVisible();
    await expect.element(page.getByLabelText('Paste a list')).toHaveValue('');
  });

  test('a second list adds only who is not there yet, up to the most per invitation', async () => {
    const lists = [guests(1), [...guests(1), ...guests(requestLimits.recipients + 5)]];
    await show({
      'POST /review-requests/recipients/read': () => ({
        recipients: lists.shift() ?? [],
        leftOut: nothingLeftOut,
      }),
    });
    await paste('one');
    await expect.element(page.getByText('1 person added.')).toBeVisible();
    await paste('two');
    await expect.element(page.getByText('1,999 people added.')).toBeVisible();
    await expect.element(page.getByText(/^2 addresses that are already there/)).toBeVisible();
    await expect.element(page.getByText(/^5 people over the limit of 2,000 per invitation/)).toBeVisible();
    await expect.element(heading('2,000 people')).toBeVisible();
  });

  test('a list of 2,000 has few rows in the document, and no field', async () => {
    await show({
      'POST /review-requests/recipients/read': {
        recipients: guests(requestLimits.recipients),
        leftOut: nothingLeftOut,
      },
    });
    await paste('many');
    await expect.element(people().getByText('guest-1@example.com')).toBeVisible();
    expect(people().element().querySelectorAll('li').length).toBeLessThan(40);
    expect(people().element().querySelectorAll('input')).toHaveLength(0);
  });

  test('one is added by keyboard, changed and removed', async () => {
    await show();
    await page.getByLabelText('E-mail', { exact: true }).fill('bo@example.com');
    await page.getByLabelText('Name (optional)').fill('Bo "B" Lund');
    await userEvent.keyboard('{Enter}');
    await expect.element(people().getByText('Bo B Lund')).toBeVisible();
    await expect.element(page.getByLabelText('E-mail', { exact: true })).toHaveFocus();
    await button('Edit bo@example.com').click();
    const row = people().getByLabelText('E-mail');
    await expect.element(row).toHaveFocus();
    await row.fill('bo@');
    await expect.element(people().getByText('This is not a complete e-mail address.')).toBeVisible();
    await row.fill('bo@example.org');
    await userEvent.keyboard('{Enter}');
    await expect.element(button('Edit bo@example.org')).toHaveFocus();
    await button('Remove bo@example.org').click();
    await expect.element(people()).not.toBeInTheDocument();
  });

  test('an address that is already there, or is none, is not sent to the server', async () => {
    const { calls } = await show();
    const email = page.getByLabelText('E-mail', { exact: true });
    await email.fill('nobody');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('This is not a complete e-mail address.')).toBeVisible();
    await expect.element(email).toHaveFocus();
    expect(calls).not.toContain('POST /review-requests/recipients/read');
    await next();
    await expect.element(page.getByText('Add at least one person.')).toBeVisible();
  });

  test('a file is read; a spreadsheet and a failure are explained', async () => {
    const answers: ApiAnswer[] = ['offline', { recipients: guests(1), leftOut: nothingLeftOut }];
    await show({ 'POST /review-requests/recipients/read': () => answers.shift() ?? 501 });
    await expect.element(button('Choose a file')).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (input === null) throw new Error('No file field');
    const upload = (content: string) =>
      userEvent.upload(input, new File([content], 'list.csv', { type: 'text/csv' }));
    await upload('PK\u0003\u0004');
    await expect.element(page.getByText('This is a spreadsheet.', { exact: false })).toBeVisible();
    await upload('a@example.com');
    await expect.element(page.getByText('This is a spreadsheet.', { exact: false })).not.toBeInTheDocument();
    await expect.element(page.getByText(/^We could not reach the server/)).toBeVisible();
    await upload('a@example.com');
    await expect.element(page.getByText('1 person added.')).toBeVisible();
  });
});

test('the source of the addresses is asked for, and what is missing is shown at its field', async () => {
  await show();
  await toSource();
  await expect.element(heading('May you write to them?')).toHaveFocus();
  await next();
  await expect.element(page.getByText('Choose one of the two.')).toBeVisible();
  await expect.element(page.getByText('Please confirm this first.')).toBeVisible();
  await page.getByLabelText('Where the addresses come from').fill('ab');
  await next();
  await expect.element(page.getByLabelText('Where the addresses come from')).toHaveFocus();
});

describe('the mail', () => {
  test('is previewed as the server makes it, in a frame that runs nothing, the reminder too', async () => {
    await show();
    await toMail();
    const frame = page.getByTitle('The e-mail as a customer sees it');
    await expect.element(frame).toHaveAttribute('sandbox', '');
    await expect.poll(() => srcdocOf(frame.element())).toContain('Hello Ann,');
    await page.getByRole('region', { name: 'Preview' }).getByText('Reminder').click();
    await expect.poll(() => srcdocOf(frame.element())).toContain('This is our only reminder.');
    await expect.element(page.getByText('Replies go to ada@example.com')).toBeVisible();
  });

  test('points out wording while it is typed, and blocks nothing here', async () => {
    await show();
    await toMail();
    const message = page.getByLabelText('Message', { exact: true });
    await message.fill('Give us 5 stars and get a discount');
    await expect.element(page.getByText('asks for good reviews.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('sounds like a reward.', { exact: false })).toBeVisible();
    await next();
    await expect.element(heading('When, and a last look')).toBeVisible();
  });

  test('takes our words in the chosen language until the owner writes their own', async () => {
    await show();
    await toMail();
    await page.getByLabelText('Language of the e-mail').selectOptions('Deutsch');
    await expect
      .element(page.getByLabelText('Subject', { exact: true }))
      .toHaveValue('Wie war es bei Salt Quay?');
    await page.getByLabelText('Subject', { exact: true }).fill('Kurze Frage');
    await page.getByLabelText('Language of the e-mail').selectOptions('English');
    await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('Kurze Frage');
    await button('Use our text again').click();
    await expect
      .element(page.getByLabelText('Subject', { exact: true }))
      .toHaveValue('How was it at Salt Quay?');
  });

  test('is sent to oneself as a test', async () => {
    await show({ 'POST /review-requests/test': { email: 'ada@example.com' } });
    await toMail();
    await button('Send a test to me').click();
    await expect.element(page.getByText('A test is on its way to ada@example.com.')).toBeVisible();
  });

  test('without a reminder has no fields for one', async () => {
    const { sent } = await show();
    await toMail();
    await page.getByRole('switch', { name: /^Remind once/ }).click();
    await expect.element(page.getByLabelText('Subject of the reminder')).not.toBeInTheDocument();
    await next();
    await button('Send to 1 person').click();
    await expect.poll(() => sent[0]?.reminder).toBeNull();
  });
});

describe('the last look', () => {
  test('repeats what the wording asks for; a reward is not sent without a word of the owner', async () => {
    const { sent } = await show();
    await toMail();
    await page.getByLabelText('Message', { exact: true }).fill('Give us 5 stars and get a discount');
    await next();
    await expect.element(page.getByText('asks for good reviews.', { exact: false })).toBeVisible();
    await expect.element(page.getByText('sounds like a reward.', { exact: false })).toBeVisible();
    await button('Send to 1 person').click();
    await expect.element(page.getByText('Please confirm this, or edit the text.')).toBeVisible();
    const confirm = page.getByRole('checkbox', { name: /^I know that platforms and the law forbid rewards/ });
    await confirm.click();
    await button('Edit the text').click();
    await page.getByLabelText('Message', { exact: true }).fill('Get a voucher');
    await next();
    await expect.element(confirm).not.toBeChecked();
    expect(sent).toEqual([]);
    await confirm.click();
    await button('Send to 1 person').click();
    await expect.poll(() => sent).toHaveLength(1);
  });

  test('tells how many go out when, and each line leads back to its step', async () => {
    const tight: Allowance = { ...allowance, leftToday: 1 };
    await show({
      'GET /review-requests': {
        campaigns: [],
        allowance: tight,
        mailWorks: true,
        replyTo: 'ada@example.com',
      },
      'POST /review-requests/recipients/read': { recipients: guests(102), leftOut: nothingLeftOut },
    });
    await toSend();
    await expect.element(page.getByText('1 today, then 50 a day')).toBeVisible();
    await expect.element(page.getByText(/^The last ones go out on /)).toBeVisible();
    await button('Change: E-mail').click();
    await expect.element(heading('What does the e-mail say?')).toHaveFocus();
  });

  test('a later day has its hour in the zone of the location; a day that is over is refused', async () => {
    const { sent } = await show();
    await toSend();
    await page.getByLabelText('Later').click();
    await expect.element(page.getByText('Time in Europe/Oslo')).toBeVisible();
    await page.getByLabelText('Day', { exact: true }).fill('2020-01-01');
    await button('Schedule for 1 person').click();
    await expect.element(page.getByText('Choose today or a later day within a year.')).toBeVisible();
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await page.getByLabelText('Day', { exact: true }).fill(day);
    await page.getByLabelText('Hour').selectOptions('6:00 PM');
    await button('Schedule for 1 person').click();
    await expect.poll(() => sent[0]?.when).toEqual({ day, hour: 18 });
  });

  test('without a mail server nothing can be sent', async () => {
    await show({
      'GET /review-requests': { campaigns: [], allowance, mailWorks: false, replyTo: 'ada@example.com' },
    });
    await toSend();
    await expect.element(page.getByText('E-mail cannot be sent here')).toBeVisible();
    await expect.element(button('Send to 1 person')).toBeDisabled();
  });
});

describe('the draft', () => {
  test('keeps texts over a reload, and no address of anybody', async () => {
    await show();
    await toMail();
    await page.getByLabelText('Subject', { exact: true }).fill('A short question');
    const stored = Object.values(sessionStorage).join('');
    expect(stored).toContain('A short question');
    expect(stored).not.toContain('ann@example.com');
    // A reload forgets what was in memory only: the list is kept by the id of its draft.
    for (const key of Object.keys(sessionStorage))
      sessionStorage.setItem(
        key,
        (sessionStorage.getItem(key) ?? '').replace(/"id":"[^"]+"/, `"id":"${idOf(1)}"`),
      );
    document.body.replaceChildren();
    await show();
    await expect
      .element(page.getByText('Your texts from before are still here.', { exact: false }))
      .toBeVisible();
    await toMail();
    await expect.element(page.getByLabelText('Subject', { exact: true })).toHaveValue('A short question');
  });

  test('is discarded after a question', async () => {
    await show();
    await toMail();
    await page.getByLabelText('Subject', { exact: true }).fill('A short question');
    await button('Discard draft').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    await expect.element(button('New invitation')).toBeVisible();
    expect(sessionStorage.length).toBe(0);
  });
});

function srcdocOf(element: Element): string {
  return element instanceof HTMLIFrameElement ? element.srcdoc : '';
}
