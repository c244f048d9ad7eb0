/** The operator's search of the audit log: what an entry says, and how one searches. */
import type { AuditRow } from '@kindling/contract/admin-audit';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatTimestamp } from '../../../lib/i18n/formats.ts';
import { viewerZone } from '../../../lib/i18n/viewer-zone.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
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

test('times and days are those of the zone that the page names', async () => {
  const asked = await show('/admin/users?view=audit&from=2026-11-26');
  const zone = viewerZone();
  await expect.element(page.getByText(`Times are in ${zone.replaceAll('_', ' ')}.`)).toBeVisible();
  await expect
    .element(page.getByRole('time'))
    .toHaveTextContent(formatTimestamp('2026-11-26T10:00:00.000Z', 'en'));
  expect(asked).toEqual([`from=2026-11-26&zone=${zone}`]);
});
