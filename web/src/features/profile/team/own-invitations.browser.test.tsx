/** Invitations for the signed-in person, in the section of the team. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const invitation = {
  id: '0199f000-0000-7000-8000-000000000061',
  accountName: 'Salt Quay',
  invitedBy: 'Ines',
  role: 'viewer',
  limited: true,
  expiresAt: '2026-11-30T10:00:00.000Z',
};
const decline = () => page.getByRole('button', { name: 'Decline the invitation to Salt Quay' });
const confirm = () => page.getByRole('dialog').getByRole('button', { name: 'Decline', exact: true });

test('have buttons that a finger hits in a narrow window', async () => {
  const before = { width: innerWidth, height: innerHeight };
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(before.width, before.height));
  await renderScreen(<TeamSection />, {
    answers: {
      'GET /team': { team: makeTeam() },
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: [invitation] },
    },
  });
  await expect.element(decline()).toBeVisible();
  await expect.element(page.getByText(/Viewer · Only some locations · until/)).toBeVisible();
  const upper = page.getByRole('button', { name: 'Join Salt Quay' }).element().getBoundingClientRect();
  const lower = decline().element().getBoundingClientRect();
  expect(upper.height).toBeGreaterThanOrEqual(44);
  expect(lower.height).toBeGreaterThanOrEqual(44);
  expect(lower.top - upper.bottom).toBeGreaterThanOrEqual(8);
});

test('are declined one by one, and a refusal says why', async () => {
  let refused = true;
  let waiting = [invitation];
  await renderScreen(<TeamSection />, {
    answers: {
      'GET /team': { team: makeTeam() },
      'GET /businesses': { businesses: [] },
      'GET /invitations': async () => ({ invitations: waiting }),
      [`POST /invitations/${invitation.id}/decline`]: async () => {
        if (refused) return makeProblem(409, 'invitation-expired');
        waiting = [];
        return { ok: true };
      },
    },
  });
  await decline().click();
  await confirm().click();
  await expect.element(page.getByRole('alert').getByText(/has expired/)).toBeVisible();
  refused = false;
  await confirm().click();
  await expect.element(page.getByText('Salt Quay')).not.toBeInTheDocument();
  await expect.element(page.getByText('Invitation declined')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Invitations for you' })).not.toBeInTheDocument();
});

test('whose account has a name that is not shown can be answered', async () => {
  await renderScreen(<TeamSection />, {
    answers: {
      'GET /team': { team: makeTeam() },
      'GET /businesses': { businesses: [] },
      'GET /invitations': { invitations: [{ ...invitation, accountName: null, invitedBy: null }] },
    },
  });
  await expect.element(page.getByText('An account', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Join', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Decline', exact: true })).toBeVisible();
});
