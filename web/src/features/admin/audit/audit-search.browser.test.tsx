/** The operator's search of the audit log: what an entry says, and how one searches. */
import type { AuditRow } from '@kindling/contract/admin-audit';
import type { ListedPerson } from '@kindling/contract/admin-users';
import { languages } from '@kindling/contract/constants';
import { allOperatorActions } from '@kindling/contract/operator-actions';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { formatTimestamp } from '../../../lib/i18n/formats.ts';
import { viewerZone } from '../../../lib/i18n/viewer-zone.ts';
import { type ApiAnswers, renderScreen, textsIn } from '../../../testing/render-screen.tsx';
import { AuditSearch } from './audit-search.tsx';

const accountId = '0199f000-0000-7000-8000-0000000000a1';
const personId = '0199f000-0000-7000-8000-0000000000b1';
let count = 0;
function makeEntry(more: Partial<AuditRow> = {}): AuditRow {
  count += 1;
  return {
    trail: 'accounts',
    id: `0199f000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    at: '2026-11-26T10:00:00.000Z',
    action: 'embed.published',
    actor: 'person',
    admin: null,
    person: { id: personId, name: 'Ada Berg', email: 'ada@example.com' },
    account: { id: accountId, name: 'Salt & Stone' },
    target: null,
    about: null,
    details: {},
    reason: null,
    network: null,
    requestId: null,
    sealed: true,
    ...more,
  };
}

async function show(path = '/admin/users?view=audit', items = [makeEntry()], answers: ApiAnswers = {}) {
  const asked: string[] = [];
  await renderScreen(<AuditSearch />, {
    path,
    answers: {
      'GET /admin/audit': ({ searchParams }) => {
        asked.push(decodeURIComponent(searchParams.toString()));
        return { items, nextCursor: null };
      },
      ...answers,
    },
  });
  return asked;
}
const person: ListedPerson = {
  id: personId,
  email: 'ada@example.com',
  displayName: 'Ada Berg',
  role: 'Regular',
  registeredAt: '2026-01-01T00:00:00.000Z',
  lastLoginAt: null,
  blockedAt: null,
  accounts: [
    {
      id: accountId,
      name: 'Salt & Stone',
      role: 'owner',
      plan: null,
      planEndsAt: null,
      deletionScheduledFor: null,
    },
  ],
  accountCount: 1,
};
const field = (name: string) => page.getByRole('combobox', { name });
const people = { 'GET /admin/users': { people: [person], nextCursor: null } };

test('person and account are found by name, with the keyboard, and the address keeps them', async () => {
  const asked = await show('/admin/users?view=audit', [makeEntry()], people);
  await field('Person').fill('ada');
  await expect.element(page.getByRole('option', { name: 'Ada Berg (ada@example.com)' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.poll(() => asked.at(-1)).toBe(`actor=${personId}`);
  await expect.element(field('Person')).toHaveFocus();
  await field('Account').fill('salt');
  await page.getByRole('option', { name: 'Salt & Stone (ada@example.com)' }).click();
  await expect.poll(() => asked.at(-1)).toBe(`actor=${personId}&account=${accountId}`);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.element(page.getByRole('button', { name: 'Clear filters' })).not.toBeInTheDocument();
  await expect.element(field('Person')).toHaveValue('');
  await expect.element(field('Account')).toHaveValue('');
});

test('an address with ids shows the names', async () => {
  await show(`/admin/users?view=audit&actor=${personId}&account=${accountId}&group=support`, [], {
    [`GET /admin/users/${personId}`]: { person },
    [`GET /admin/accounts/${accountId}`]: 404,
  });
  await expect.element(field('Person')).toHaveValue('Ada Berg (ada@example.com)');
  await expect.element(field('Account')).toHaveValue(accountId);
  await expect.element(field('Action')).toHaveValue('All of “Support”');
});

test('actions are chosen by their sentences, one or all of a subject', async () => {
  const asked = await show();
  await field('Action').fill('support');
  await page.getByRole('option', { name: 'Support started acting as a member' }).click();
  await expect.poll(() => asked.at(-1)).toBe('action=support.started');
  await field('Action').fill('maintenance');
  await page.getByRole('option', { name: 'All of “Maintenance”' }).click();
  await expect.poll(() => asked.at(-1)).toBe('group=maintenance');
  await page.getByRole('button', { name: 'Widget published' }).click();
  await expect.poll(() => asked.at(-1)).toBe('action=embed.published');
});

test('every action of the operator has a sentence of its own in every language', async () => {
  const english = await textsIn('en');
  for (const language of languages) {
    const texts = await textsIn(language);
    const given = texts.getResource(language, 'admin-audit', 'actions') as Record<
      string,
      Record<string, string>
    >;
    const names = Object.entries(given).flatMap(([subject, deeds]) =>
      Object.keys(deeds).map((deed) => `${subject}.${deed}`),
    );
    expect.soft(names.toSorted(), language).toEqual(allOperatorActions.toSorted());
    for (const action of allOperatorActions) {
      const sentence = texts.getResource(language, 'admin-audit', `actions.${action}`);
      expect.soft(sentence, action).toMatch(/^\p{Lu}.{5,70}$/u);
      if (language !== 'en')
        expect.soft(sentence, action).not.toBe(english.getResource('en', 'admin-audit', `actions.${action}`));
    }
  }
});

test('times and days are those of the zone that the page names', async () => {
  const asked = await show('/admin/users?view=audit&from=2026-11-26');
  const zone = viewerZone();
  await expect.element(page.getByText(`Times are in ${zone.replaceAll('_', ' ')}.`)).toBeVisible();
  await expect
    .element(page.getByRole('time'))
    .toHaveTextContent(formatTimestamp('2026-11-26T10:00:00.000Z', 'en'));
  expect(asked).toEqual([`from=2026-11-26&zone=${zone}`]);
});

test('whom an entry is about is named and leads to them; other things keep their id', async () => {
  await show('/admin/users?view=audit', [
    makeEntry({
      trail: 'operator',
      action: 'role.changed',
      target: personId,
      about: { id: personId, name: 'Bea <b>', email: 'bea@example.com' },
    }),
    makeEntry({ target: 'the id of a widget' }),
  ]);
  const link = page.getByRole('link', { name: 'Bea <b> (bea@example.com)' });
  await expect.element(link).toHaveAttribute('href', `/admin/users?user=${personId}`);
  await expect.element(page.getByText('the id of a widget')).toBeVisible();
});

test('reasons and roles are in words, other details as they are stored', async () => {
  const operator = { trail: 'operator', actor: 'operator' } as const;
  await show('/admin/users?view=audit', [
    makeEntry({ ...operator, action: 'person.blocked', details: { reason: 'security' } }),
    makeEntry({ ...operator, action: 'item.taken-down', details: { kind: 'page', reason: 'deceptive' } }),
    makeEntry({ ...operator, action: 'acting.ended', details: { because: 'expired' } }),
    makeEntry({ action: 'member.changed', details: { role: 'viewer' } }),
    makeEntry({ ...operator, action: 'role.changed', details: { role: 'Super Admin' } }),
    makeEntry({ ...operator, action: 'person.blocked', details: { reason: 'of a later version', days: 3 } }),
  ]);
  for (const words of [
    'Reason: To protect their sign-in',
    'Reason: it misleads people',
    'Review page',
    'The hour ran out',
    'Viewer',
    'Administrator',
    'reason: of a later version',
    'days: 3',
  ])
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
});
