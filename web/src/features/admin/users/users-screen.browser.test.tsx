/** The list of people for administrators, a person with their accounts, and what can be done about them. */
import type { AdminAccount, ListedPerson, Person } from '@kindling/contract/admin-users';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as authSession from '../../../lib/auth/session.tsx';
import { withPlans } from '../../../testing/billing.ts';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { UsersScreen } from './users-screen.tsx';

vi.mock(import('../../../lib/auth/session.tsx'), { spy: true });
const leave = vi.hoisted(() => vi.fn());
vi.mock('../../../lib/leave-to.ts', () => ({ leaveTo: leave }));

const id = (end: number) => `0199f000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const time = '2026-11-02T10:00:00.000Z';

const account = {
  id: id(11),
  name: 'Salt Quay',
  role: 'owner' as const,
  plan: 'trial' as const,
  planEndsAt: '2026-12-08T10:00:00.000Z',
  deletionScheduledFor: null,
};
const ada: ListedPerson = {
  id: id(1),
  email: 'ada@salt-quay.example',
  displayName: 'Ada <b>Berg</b>',
  role: 'Regular',
  registeredAt: time,
  lastLoginAt: null,
  blockedAt: null,
  accounts: [account],
  accountCount: 3,
};
const person: Person = {
  ...ada,
  firstName: 'Ada',
  lastName: 'Berg',
  locale: 'de',
  you: false,
  accounts: [account],
  operatorEntries: [{ id: id(91), at: time, action: 'person.unblocked', adminName: 'Chief', details: {} }],
};
const nothing = { count: 0, rows: [] };
const whole: AdminAccount = {
  id: account.id,
  name: account.name,
  createdAt: time,
  timeZone: 'Europe/Berlin',
  market: 'eu',
  deletion: null,
  plan: {
    state: 'trial',
    endsAt: account.planEndsAt,
    trialEndsAt: account.planEndsAt,
    gift: null,
    subscription: null,
    payments: [{ currency: 'EUR', invoices: 2, paid: 3000, refunded: 0, lastPaidAt: time }],
  },
  members: {
    count: 1,
    rows: [
      {
        userId: ada.id,
        email: ada.email,
        displayName: 'Ada Berg',
        role: 'owner',
        joinedAt: time,
        blocked: false,
        actable: true,
      },
    ],
  },
  businesses: { count: 120, rows: [{ id: id(21), name: 'Harbor Café', locations: 2, archived: false }] },
  connections: nothing,
  listings: nothing,
  embeds: {
    count: 1,
    rows: [
      {
        id: id(31),
        kind: 'widget',
        name: 'Home page',
        code: 'abcdefghij',
        publishedAt: time,
        takenDown: null,
      },
    ],
  },
  pages: {
    count: 1,
    rows: [
      {
        id: id(41),
        name: 'Review page',
        slug: 'salt-quay',
        codes: ['qwertyuiop'],
        takenDown: { at: time, reason: 'deceptive' },
      },
    ],
  },
};

const answers: ApiAnswers = {
  'GET /maintenance': { readOnly: false, notices: [] },
  'GET /admin/users': { people: [ada], nextCursor: null },
  [`GET /admin/users/${ada.id}`]: { person },
  [`GET /admin/accounts/${account.id}`]: { account: whole },
  [`GET /admin/accounts/${account.id}/activity`]: {
    entries: [
      {
        id: id(92),
        at: time,
        action: 'embed.published',
        actor: 'person',
        personName: 'Ada Berg',
        adminName: null,
        target: id(31),
      },
    ],
    nextCursor: null,
  },
};
const show = (more: ApiAnswers = {}, path = '/admin/users', language = 'en') =>
  renderScreen(<UsersScreen />, { ...withPlans, path, language, answers: { ...answers, ...more } });

test('the list names people as plain text, with their accounts and plan', async () => {
  await show();
  await expect.element(page.getByRole('link', { name: 'Ada <b>Berg</b>' })).toBeVisible();
  await expect.element(page.getByText('Salt Quay')).toBeVisible();
  await expect.element(page.getByText('and 2 more')).toBeVisible();
  await expect.element(page.getByRole('cell', { name: /^Never$/ })).toBeVisible();
});

test('filters stand in the address and are asked for', async () => {
  const asked: string[] = [];
  const { calls } = await show(
    {
      'GET /admin/users': (url) => {
        asked.push(url.search);
        return { people: [], nextCursor: null };
      },
    },
    '/admin/users?plan=past_due&signal=nonsense',
  );
  await expect.element(page.getByText('Nobody found')).toBeVisible();
  expect(asked[0]).toContain('plan=past_due');
  expect(asked[0]).not.toContain('signal');
  await page.getByRole('searchbox', { name: 'Search' }).fill('ada');
  await expect.poll(() => asked.some((one) => one.includes('search=ada'))).toBe(true);
  await page.getByRole('button', { name: 'Clear filters' }).first().click();
  await expect.poll(() => asked.at(-1)).not.toContain('plan=');
  expect(calls).not.toContain(`GET /admin/users/${ada.id}`);
});

test('the next page is read by a button, and a failure is said', async () => {
  let works = true;
  await show({
    'GET /admin/users': (url) =>
      url.searchParams.has('cursor')
        ? works
          ? { people: [{ ...ada, id: id(2), displayName: 'Second' }], nextCursor: null }
          : makeProblem(500, 'internal')
        : { people: [ada], nextCursor: 'next' },
  });
  works = false;
  const more = page.getByRole('button', { name: 'Load more' });
  await more.click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  works = true;
  await more.click();
  await expect.element(page.getByRole('link', { name: 'Second' })).toBeVisible();
  await expect.element(more).not.toBeInTheDocument();
});

test('a person opens from the list and from an address, with the account and its activity', async () => {
  const { calls } = await show();
  await page.getByRole('link', { name: /^Ada/ }).click();
  const drawer = page.getByRole('dialog', { name: 'Person' });
  await expect.element(drawer).toBeVisible();
  await expect.element(drawer.getByText('Widget published')).toBeVisible();
  await expect.element(drawer.getByText('and 119 more')).toBeVisible();
  await expect.element(drawer.getByText('/c/salt-quay · qwertyuiop')).toBeVisible();
  await expect.element(drawer.getByText('Person unblocked')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  expect(calls).toContain(`GET /admin/accounts/${account.id}`);
  await show({}, `/admin/users?user=${ada.id}`);
  await expect.element(page.getByRole('dialog', { name: 'Person' })).toBeVisible();
});

test('a role changes after a confirmation, and a conflict with another administrator is said', async () => {
  const bodies: unknown[] = [];
  await show(
    {
      [`PUT /admin/users/${ada.id}/role`]: async (_url, request) => {
        bodies.push(await request.json());
        return makeProblem(409, 'conflict');
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: 'Make administrator' }).click();
  const dialog = page.getByRole('dialog', { name: /^Make Ada/ });
  await dialog.getByRole('button', { name: 'Make administrator' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  expect(bodies).toEqual([{ role: 'Super Admin', expected: 'Regular' }]);
});

test('a sign-in that is too old leads to a new one, and the same decision goes on', async () => {
  const prove = vi.mocked(authSession.signInAgain).mockResolvedValue(true);
  onTestFinished(() => void prove.mockReset());
  const calls: string[] = [];
  const old = (path: string) => () => {
    calls.push(path);
    return prove.mock.calls.length === 0 ? makeProblem(403, 'sign-in-again') : { ok: true };
  };
  await show({ [`POST /admin/users/${ada.id}/block`]: old('block') }, `/admin/users?user=${ada.id}`);
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: /^Block Ada/ });
  await dialog.getByRole('combobox', { name: /Reason/ }).selectOptions('security');
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/Sign in again so that we know it is you/);
  await expect.element(dialog.getByRole('button', { name: 'Block' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Sign in again' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(prove.mock.calls[0]?.[1]).toEqual({ prove: true });
  expect(calls).toEqual(['block', 'block']);
});

test('a block needs a reason', async () => {
  const bodies: unknown[] = [];
  await show(
    {
      [`POST /admin/users/${ada.id}/block`]: async (_url, request) => {
        bodies.push(await request.json());
        return { ok: true };
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: 'Block' }).click();
  const dialog = page.getByRole('dialog', { name: /^Block Ada/ });
  const confirm = dialog.getByRole('button', { name: 'Block' });
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('combobox', { name: /Reason/ }).selectOptions('security');
  await confirm.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies).toEqual([{ reason: 'security' }]);
});

test('acting as a member asks for a reason and leaves for their dashboard', async () => {
  onTestFinished(() => void leave.mockClear());
  const bodies: unknown[] = [];
  await show(
    {
      'POST /admin/acting': async (_url, request) => {
        bodies.push(await request.json());
        return { acting: { id: id(71), endsAt: time, adminName: 'Chief' } };
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: /^Act as/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Act as Ada/ });
  const confirm = dialog.getByRole('button', { name: 'Act as this member' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(' a ');
  await expect.element(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('They asked us to look');
  await confirm.click();
  await expect.poll(() => leave.mock.calls).toEqual([['/dashboard']]);
  expect(bodies).toEqual([{ userId: ada.id, accountId: account.id, reason: 'They asked us to look' }]);
});

test.each([
  [[{ action: 'person.blocked', details: { reason: 'abuse' } }], /Reason: Abuse of the service/],
  [[], /No reason is recorded/],
] as const)('a block says why, or that no reason is recorded', async (entries, words) => {
  const operatorEntries = entries.map((entry) => ({ ...entry, id: id(93), at: time, adminName: 'Ana' }));
  const blocked = { ...person, blockedAt: time, operatorEntries };
  await show({ [`GET /admin/users/${ada.id}`]: { person: blocked } }, `/admin/users?user=${ada.id}`);
  await expect.element(page.getByText(words)).toBeVisible();
});

test('in the read-only mode acting is refused before a reason is typed, and says why', async () => {
  await show({ 'GET /maintenance': { readOnly: true, notices: [] } }, `/admin/users?user=${ada.id}`);
  await page.getByRole('button', { name: /^Act as/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Act as Ada/ });
  await expect.element(dialog.getByText(/nobody can start acting as a member/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toBeDisabled();
  await expect.element(dialog.getByRole('button', { name: 'Act as this member' })).toBeDisabled();
});

test.each([
  [/^Act as/, /^Act as Ada/, 'textbox'],
  ['Block', /^Block Ada/, 'combobox'],
  ['Delete account', 'Delete Salt Quay?', 'radio'],
] as const)('%s begins in its first field, and Escape leaves the person open', async (open, name, role) => {
  await show({}, `/admin/users?user=${ada.id}`);
  await page.getByRole('button', { name: open }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect.element(dialog.getByRole(role).first()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  const drawer = page.getByRole('dialog', { name: 'Person' });
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
});

test('Escape leaves the person open while a new sign-in is asked for', async () => {
  await show(
    { [`PUT /admin/users/${ada.id}/role`]: () => makeProblem(403, 'sign-in-again') },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: 'Make administrator' }).click();
  const dialog = page.getByRole('dialog', { name: /^Make Ada/ });
  await dialog.getByRole('button', { name: 'Make administrator' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Sign in again' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('dialog', { name: 'Person' })).toBeVisible();
});

test('an account is deleted by its name, in two weeks or at once', async () => {
  const bodies: unknown[] = [];
  await show(
    {
      [`POST /admin/accounts/${account.id}/deletion`]: async (_url, request) => {
        bodies.push(await request.json());
        return { ok: true };
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Salt Quay?' });
  await expect.element(dialog.getByRole('button', { name: 'Schedule deletion' })).toBeDisabled();
  await dialog.getByRole('radio', { name: /^Now/ }).click();
  await dialog.getByRole('textbox').fill('Salt Quay');
  await dialog.getByRole('button', { name: 'Delete now' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies).toEqual([{ accountName: 'Salt Quay', when: 'now' }]);
});

test('a free plan is given until a day, against the one that was shown', async () => {
  const bodies: unknown[] = [];
  await show(
    {
      [`PUT /admin/accounts/${account.id}/free-plan`]: async (_url, request) => {
        bodies.push(await request.json());
        return { ok: true };
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await page.getByRole('button', { name: 'Give free plan' }).click();
  const dialog = page.getByRole('dialog', { name: /^Free plan for Salt Quay/ });
  await dialog.getByLabelText('Last day').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Give free plan' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies).toEqual([{ lastDay: '2099-12-31', expected: null }]);
});

test('an embed is taken down with a reason; what is down says why and can be put back', async () => {
  const bodies: unknown[] = [];
  await show(
    {
      'POST /admin/public-items/take-down': async (_url, request) => {
        bodies.push(await request.json());
        return { ok: true };
      },
    },
    `/admin/users?user=${ada.id}`,
  );
  await expect.element(page.getByText('Taken down. Reason: it misleads people')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Put back Review page' })).toBeVisible();
  await page.getByRole('button', { name: 'Take down Home page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take Home page down?' });
  await dialog.getByRole('combobox', { name: /Reason/ }).selectOptions('rights');
  await dialog.getByRole('button', { name: 'Take down' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(bodies).toEqual([{ kind: 'embed', accountId: account.id, id: id(31), reason: 'rights' }]);
});

test('what stands behind a pasted address is found', async () => {
  await show({
    'GET /admin/public-items': (url) => ({
      item:
        url.searchParams.get('address') === 'abcdefghij'
          ? {
              kind: 'embed',
              id: id(31),
              name: 'Home page',
              account: { id: account.id, name: 'Salt Quay' },
              ownerId: ada.id,
              takenDown: null,
            }
          : null,
    }),
  });
  await page.getByRole('button', { name: 'Find by public address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Find by public address' });
  const field = dialog.getByRole('textbox');
  await field.fill('nothing');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await expect.element(dialog.getByText(/Nothing on this installation/)).toBeVisible();
  await field.fill('abcdefghij');
  await dialog.getByRole('button', { name: 'Find' }).click();
  await dialog.getByRole('button', { name: 'Open account' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Person' })).toBeVisible();
});

test('nobody decides about themselves, and an installation without plans shows none', async () => {
  await renderScreen(<UsersScreen />, {
    path: `/admin/users?user=${ada.id}`,
    answers: {
      ...answers,
      [`GET /admin/users/${ada.id}`]: { person: { ...person, you: true } },
      [`GET /admin/accounts/${account.id}`]: { account: { ...whole, plan: null } },
    },
  });
  await expect.element(page.getByText(/^Only another administrator/)).toBeVisible();
  await expect.element(page.getByText('Widget published')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Block' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Extend trial' })).not.toBeInTheDocument();
});

test('on a phone rows are cards and nothing is wider than the screen', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(360, 800);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show();
  await expect.element(page.getByRole('link', { name: /^Ada/ })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  await page.getByRole('link', { name: /^Ada/ }).click();
  await expect.element(page.getByText('Widget published')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
