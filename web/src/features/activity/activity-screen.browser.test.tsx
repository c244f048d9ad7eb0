/** The activity page: what an entry says, filters, older entries, and the file. */
import type { ActivityRow } from '@kindling/contract/activity';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { viewerZone } from '../../lib/i18n/viewer-zone.ts';
import * as files from '../../lib/save-file.ts';
import { makeProblem } from '../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../testing/render-screen.tsx';
import { bob, makeMember } from '../../testing/team.ts';
import { ActivityScreen } from './activity-screen.tsx';

vi.mock(import('../../lib/save-file.ts'), { spy: true });

const ada = makeMember();
let count = 0;
function makeEntry(more: Partial<ActivityRow> = {}): ActivityRow {
  count += 1;
  return {
    id: `0199f000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    at: '2026-11-26T10:00:00.000Z',
    action: 'embed.published',
    actor: 'person',
    member: { id: ada.userId, name: 'Ada Berg' },
    admin: null,
    target: { kind: 'widget', id: '0199f000-0000-7000-8000-0000000000aa', name: 'Homepage' },
    details: {},
    before: null,
    after: null,
    reason: null,
    network: '203.0.113.0/24',
    ...more,
  };
}

function show(items: ActivityRow[], answers: ApiAnswers = {}) {
  return renderScreen(<ActivityScreen />, {
    path: '/activity',
    answers: {
      'GET /activity': { items, nextCursor: null },
      'GET /team': { team: { members: [ada, bob], invitations: [], offer: null } },
      ...answers,
    },
  });
}
const entry = (text: RegExp) => page.getByRole('listitem').filter({ hasText: text });

test('an entry says what was done on what, by whom, as whom, why and from where', async () => {
  const support = { admin: 'Ana', reason: 'Asked by mail' };
  const badge = { kind: 'badge' as const, id: ada.userId, name: 'Stars' };
  await show([
    makeEntry(),
    makeEntry({ action: 'embed.unpublished', actor: 'acting-admin', ...support, reason: null }),
    makeEntry({
      action: 'support.started',
      actor: 'operator',
      member: null,
      target: { kind: 'member', id: ada.userId, name: 'Ada Berg' },
      ...support,
    }),
    makeEntry({
      action: 'embed.removed',
      target: null,
      before: 'Old badge',
      member: { id: bob.userId, name: null },
    }),
    makeEntry({
      action: 'support.changed',
      actor: 'acting-admin',
      ...support,
      details: { about: 'reply-draft' },
    }),
    makeEntry({ action: 'support.changed', actor: 'acting-admin', ...support, details: {} }),
    makeEntry({ action: 'embed.taken-down', target: badge, details: { reason: 'deceptive' } }),
    makeEntry({ action: 'embed.put-back', target: badge }),
    makeEntry({ action: 'account.renamed', target: null, before: 'Shop', after: 'Bakery' }),
    makeEntry({ action: 'member.changed', target: null, details: { formerRole: 'viewer', role: 'manager' } }),
    makeEntry({ action: 'plan.given', actor: 'system', member: null, target: null, network: null }),
  ]);
  const published = entry(/^Widget published/);
  await expect.element(published).toMatchTextContent(/Ada Berg.*Network 203\.0\.113\.0\/24/);
  await expect
    .element(page.getByRole('link', { name: 'Homepage' }).first())
    .toHaveAttribute('href', '/widgets/edit-widget/0199f000-0000-7000-8000-0000000000aa');
  await expect.element(entry(/^Widget taken off/)).toMatchTextContent(/Ana, support · as Ada Berg/);
  await expect.element(entry(/^Badge taken down/)).toMatchTextContent(/Reason: it misleads people/);
  await expect.element(entry(/^Badge put back/)).toBeVisible();
  await expect.element(entry(/^Support started/)).toMatchTextContent(/Ana, support.*Reason: Asked by mail/);
  await expect.element(entry(/^Widget or badge deleted/)).toMatchTextContent(/Old badge.*A former member/);
  await expect.element(entry(/^Reply draft saved/)).toMatchTextContent(/Ana, support · as Ada Berg/);
  await expect.element(entry(/^Change made by support/)).toBeVisible();
  await expect.element(entry(/^Account renamed/)).toMatchTextContent(/Shop became Bakery/);
  await expect.element(entry(/^Rights of a member changed/)).toMatchTextContent(/Viewer became Manager/);
  await expect.element(entry(/^Free plan given/)).toMatchTextContent(/Automatic/);
});

test('filters ask for a person and a kind, and an empty answer offers to clear them', async () => {
  const asked: string[] = [];
  await show([], {
    'GET /activity': ({ searchParams }) => {
      asked.push(searchParams.toString());
      return { items: searchParams.size === 0 ? [makeEntry()] : [], nextCursor: null };
    },
  });
  await page.getByLabelText('Who').selectOptions('Bob Lund');
  await page.getByLabelText('What').selectOptions('Members');
  await expect.poll(() => asked.at(-1)).toBe(`who=${bob.userId}&kind=members`);
  await expect.element(page.getByText('Nothing matches these filters')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect.element(entry(/^Widget published/)).toBeVisible();
});

test('days and times are those of the zone that the page names', async () => {
  const asked: string[] = [];
  await show([], {
    'GET /activity': ({ searchParams }) => {
      asked.push(searchParams.toString());
      return { items: [makeEntry()], nextCursor: null };
    },
  });
  const zone = viewerZone();
  await expect.element(page.getByText(`Times are in ${zone.replaceAll('_', ' ')}.`)).toBeVisible();
  const clock = new Date('2026-11-26T10:00:00.000Z').toLocaleTimeString('en', { timeStyle: 'short' });
  await expect.element(entry(/^Widget published/).getByRole('time')).toMatchTextContent(new RegExp(clock));
  await renderScreen(<ActivityScreen />, {
    path: '/activity?from=2026-11-26',
    answers: {
      'GET /activity': ({ searchParams }) => {
        asked.push(searchParams.toString());
        return { items: [], nextCursor: null };
      },
      'GET /team': { team: { members: [ada, bob], invitations: [], offer: null } },
    },
  });
  await expect.poll(() => asked.at(-1)).toBe(`${new URLSearchParams({ from: '2026-11-26', zone })}`);
});

test('older entries are loaded by the cursor', async () => {
  await show([], {
    'GET /activity': ({ searchParams }) =>
      searchParams.get('cursor') === 'c1'
        ? { items: [makeEntry({ action: 'account.created', target: null })], nextCursor: null }
        : { items: [makeEntry()], nextCursor: 'c1' },
  });
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.element(entry(/^Account created/)).toBeVisible();
  await expect.element(page.getByText('That is all.')).toBeVisible();
});

test('the file is saved in one piece, and a failure is told', async () => {
  const save = vi.mocked(files.saveFile).mockReset().mockReturnValue();
  let works = true;
  await show([makeEntry()], {
    'POST /activity/export': () =>
      works ? { part: 'Time (UTC)\r\n', nextCursor: null } : makeProblem(409, 'conflict'),
  });
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.poll(() => save.mock.calls.map(([, name]) => name)).toEqual(['activity.csv']);
  works = false;
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The file could not be created/);
});

test('on a phone nothing is wider than the window', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await show([makeEntry({ member: { id: ada.userId, name: 'A'.repeat(80) } })]);
  await expect.element(entry(/^Widget published/)).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});

test('an administrator who acts as a member has no way to the profile', async () => {
  const answers = {
    'GET /activity': { items: [makeEntry()], nextCursor: null },
    'GET /team': { team: { members: [ada, bob], invitations: [], offer: null } },
  };
  const acting = { id: ada.userId, endsAt: new Date(Date.now() + 600_000).toISOString(), adminName: 'Ana' };
  await renderScreen(<ActivityScreen />, { path: '/activity', acting, answers });
  await expect.element(entry(/Homepage/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Profile' })).not.toBeInTheDocument();
  await renderScreen(<ActivityScreen />, { path: '/activity', answers });
  await expect.element(page.getByRole('link', { name: 'Profile' })).toBeVisible();
});
