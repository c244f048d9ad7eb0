/** The error log: its list, one group, what somebody else changed meanwhile, and hostile texts. */
import type { ErrorGroup, ErrorGroupDetails } from '@kindling/contract/error-log';
import { hostileTexts, tripwire } from '@kindling/guest/testing/hostile-text';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { ErrorLogScreen } from './error-log-screen.tsx';

const id = '0199f000-0000-7000-8000-000000000001';
const now = new Date().toISOString();

function makeGroup(more: Partial<ErrorGroup> = {}): ErrorGroup {
  return {
    id,
    origin: 'browser',
    level: 'error',
    state: 'open',
    message: 'TypeError: x is not a function',
    route: '/reviews/{id}',
    isRest: false,
    count: 1234,
    muted: 0,
    byRule: false,
    firstSeenAt: now,
    lastSeenAt: now,
    version: 3,
    ...more,
  };
}
const days = Array.from({ length: 14 }, (_, at) => at);

function makeDetails(
  more: Partial<ErrorGroup> = {},
  rest: Partial<ErrorGroupDetails> = {},
): ErrorGroupDetails {
  return {
    group: makeGroup(more),
    stack: 'TypeError: x is not a function\n    at f (https://app.example/assets/first-Ab12Cd34.js:1:200)',
    release: 'first-Ab12Cd34.js',
    hours: [{ startsAt: now.replace(/:.*/, ':00:00.000Z'), count: 7 }],
    days: [],
    samples: [
      {
        id: '0199f000-0000-7000-8000-000000000002',
        at: now,
        message: 'TypeError: x is not a function',
        route: '/reviews/{id}',
        requestId: 'req-7',
        accountId: '0199f000-0000-7000-8000-000000000009',
        release: null,
      },
    ],
    changes: [],
    ...rest,
  };
}

function show(answers: ApiAnswers = {}, path = '/admin/error-log') {
  return renderScreen(<ErrorLogScreen />, {
    path,
    answers: {
      'GET /admin/errors': { items: [{ ...makeGroup(), days }], nextCursor: null, open: 1 },
      [`GET /admin/errors/${id}`]: { ...makeDetails() },
      [`GET /admin/errors/${id}/stack`]: {
        lines: [
          { text: 'TypeError: x is not a function', source: null },
          {
            text: '    at f (https://app.example/assets/first-Ab12Cd34.js:1:200)',
            source: { file: 'web/src/features/reviews/list.tsx', line: 12, column: 5, name: 'openReview' },
          },
        ],
        isEarlierBuild: false,
      },
      'GET /admin/error-rules': { rules: [] },
      ...answers,
    },
  });
}

test('a group opens over the list with its source, newest events and trend', async () => {
  await show();
  await expect.element(page.getByText('1 open error')).toBeVisible();
  await page.getByRole('link', { name: 'TypeError: x is not a function' }).click();
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText(/openReview web\/src\/features\/reviews\/list.tsx:12:5/))
    .toBeVisible();
  await expect.element(dialog.getByText('Request req-7')).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: /Account 0199f000/ }))
    .toHaveAttribute('href', expect.stringContaining('search=0199f000-0000-7000-8000-000000000009'));
  await expect.element(dialog.getByRole('table', { name: 'Trend' })).toBeInTheDocument();
});

test('filters ask the server, and a link opens a group', async () => {
  const asked: string[] = [];
  await show(
    {
      'GET /admin/errors': (url) => {
        asked.push(url.search);
        return { items: [], nextCursor: null, open: 0 };
      },
    },
    `/admin/error-log?state=resolved&origin=page&error=${id}`,
  );
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: /TypeError/ })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('Nothing found')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search errors' }).fill('req-7');
  await expect.poll(() => asked.at(-1)).toContain('search=req-7');
  expect(asked[0]).toMatch(/state=resolved/);
  expect(asked[0]).toMatch(/origin=page/);
});

test('a change that comes second keeps the note and says what happened', async () => {
  let version = 3;
  await show(
    {
      [`GET /admin/errors/${id}`]: () => ({
        ...makeDetails(
          { version, state: version === 3 ? 'open' : 'ignored' },
          version === 3
            ? {}
            : {
                changes: [
                  {
                    id: '0199f000-0000-7000-8000-000000000003',
                    at: now,
                    state: 'ignored',
                    returned: false,
                    by: 'other@example.com',
                    note: 'A known bot',
                  },
                ],
              },
        ),
      }),
      [`PUT /admin/errors/${id}/state`]: () => {
        version = 4;
        return makeProblem(409, 'conflict');
      },
    },
    `/admin/error-log?error=${id}`,
  );
  const note = page.getByRole('textbox', { name: 'Note' });
  await note.fill('Fixed in 1.2');
  await page.getByRole('button', { name: 'Resolve' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('changed the state after you opened this page');
  await expect.element(page.getByText('A known bot')).toBeVisible();
  await expect.element(page.getByText('other@example.com ignored it')).toBeVisible();
  await expect.element(note).toHaveValue('Fixed in 1.2');
  await expect.element(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
});

test('hostile texts are shown as texts, and nothing in them runs', async () => {
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => {});
  onTestFinished(() => alert.mockRestore());
  const texts = [...hostileTexts.slice(-40), '\u001b[31m\u202ered\u0007'];
  const all = texts.join(' ');
  await show(
    {
      'GET /admin/errors': {
        items: texts.map((message, at) => ({
          ...makeGroup({ id: `0199f000-0000-7000-8000-0000000001${at + 10}`, message, route: message }),
          days,
        })),
        nextCursor: null,
        open: texts.length,
      },
      [`GET /admin/errors/${id}`]: {
        ...makeDetails(
          { message: all, route: all },
          {
            stack: texts.join('\n'),
            release: all,
            samples: texts.map((text, at) => ({
              id: `0199f000-0000-7000-8000-0000000002${at + 10}`,
              at: now,
              message: text,
              route: text,
              requestId: text,
              accountId: null,
              release: text,
            })),
          },
        ),
      },
      [`GET /admin/errors/${id}/stack`]: {
        lines: texts.map((text) => ({ text, source: { file: text, line: 1, column: 1, name: text } })),
        isEarlierBuild: true,
      },
    },
    `/admin/error-log?error=${id}`,
  );
  await expect.element(page.getByText(/earlier build/)).toBeVisible();
  await expect.element(page.getByRole('dialog').getByRole('listitem').last()).toBeVisible();
  expect(document.body.textContent).toContain(`<script>window.${tripwire}=1</script>`);
  expect(document.body.textContent).toContain('\\u001b[31m\\u202ered\\u0007');
  for (const character of ['\u001b', '\u0007', '\u202e'])
    expect(document.body.textContent).not.toContain(character);
  expect(document.querySelectorAll('main script, [role=dialog] script, [onerror], iframe')).toHaveLength(0);
  expect(tripwire in window).toBe(false);
  expect(alert).not.toHaveBeenCalled();
});

test('a rule begins with the values of a group and says what it ignores', async () => {
  const sent: unknown[] = [];
  await show(
    {
      'POST /admin/error-rules': async (_url, request) => {
        sent.push(await request.json());
        return {
          rule: {
            ...{ id: '0199f000-0000-7000-8000-000000000004', origin: 'browser', message: null, route: '/x' },
            ...{ createdAt: now, createdBy: null, muted: 0, lastMutedAt: null },
          },
          ignored: 1,
        };
      },
    },
    `/admin/error-log?error=${id}`,
  );
  await page.getByRole('button', { name: 'Mute events like this one' }).click();
  await expect
    .element(page.getByRole('textbox', { name: 'Text of the message' }))
    .toHaveValue('TypeError: x is not a function');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await expect.element(page.getByText(/1 open error is ignored/)).toBeVisible();
  expect(sent).toEqual([
    {
      origin: 'browser',
      message: { match: 'starts-with', text: 'TypeError: x is not a function' },
      route: null,
    },
  ]);
});

test('no errors, a failure and the rest of an origin have their own words', async () => {
  await show({
    'GET /admin/errors': {
      items: [{ ...makeGroup({ isRest: true, message: '', route: '' }), days }],
      nextCursor: null,
      open: 1,
    },
  });
  await expect.element(page.getByRole('link', { name: /Further kinds of errors/ })).toBeVisible();
});
