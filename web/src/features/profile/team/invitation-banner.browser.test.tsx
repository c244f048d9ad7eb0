/** The notice above every screen about invitations that wait for the person. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { InvitationBanner } from './invitation-banner.tsx';

const invitation = {
  id: '0199f000-0000-7000-8000-000000000061',
  accountName: 'Salt Quay',
  invitedBy: 'Ines',
  role: 'viewer',
  limited: false,
  expiresAt: '2026-11-30T10:00:00.000Z',
};
const link = page.getByRole('link', { name: 'See the invitation' });
const other = { ...invitation, id: '0199f000-0000-7000-8000-000000000062' };

test.each([
  [[invitation], 'You are invited to the account Salt Quay'],
  [[{ ...invitation, accountName: null }], 'You are invited to join an account'],
  [[invitation, other], 'You are invited to join 2 accounts'],
])('leads to the section of the team', async (invitations, title) => {
  await renderScreen(<InvitationBanner />, {
    path: '/dashboard',
    answers: { 'GET /invitations': { invitations } },
  });
  await expect.element(page.getByText(title)).toBeVisible();
  await link.click();
  // The profile lists them itself.
  await expect.element(link).not.toBeInTheDocument();
});
