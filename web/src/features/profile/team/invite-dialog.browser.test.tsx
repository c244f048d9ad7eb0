/** The dialog that invites somebody: what it says while it is filled in, and where the focus goes after it. */
import { actions, mayTake } from '@kindling/contract/rights';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { makeProblem } from '../../../testing/problem.ts';
import { type ApiAnswers, renderScreen } from '../../../testing/render-screen.tsx';
import { makeInvitation, makeTeam } from '../../../testing/team.ts';
import { TeamSection } from './team-section.tsx';

const places = ['Harbor', 'Market'].map((name, index) => ({
  id: `0199f000-0000-7000-8000-00000000005${index}`,
  name,
}));
const dialog = () => page.getByRole('dialog');
const invite = () => page.getByRole('button', { name: 'Invite', exact: true });
const send = () => dialog().getByRole('button', { name: 'Send invitation' });
const address = () => dialog().getByLabelText('E-mail address');
const radio = (name: string) => dialog().getByRole('radio', { name });

async function open(answers: ApiAnswers = {}) {
  await renderScreen(<TeamSection />, {
    answers: {
      'GET /team': { team: makeTeam() },
      'GET /businesses': {
        businesses: [{ id: '0199f000-0000-7000-8000-000000000015', name: 'Salt Quay', locations: places }],
      },
      'GET /invitations': { invitations: [] },
      ...answers,
    },
  });
  await invite().click();
  await expect.element(address()).toBeVisible();
}

test('a wrong address is told beside the field when the person goes on', async () => {
  await open();
  const wrong = dialog().getByText('Enter a valid e-mail address.');
  await address().click();
  await userEvent.tab();
  await expect.element(radio('Responder')).toHaveFocus();
  await expect.element(wrong).not.toBeInTheDocument();
  await address().fill('x@y');
  await expect.element(wrong).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.element(wrong).toBeVisible();
  await expect.element(address()).toHaveAttribute('aria-invalid', 'true');
  await address().fill('x@y.example');
  await expect.element(wrong).not.toBeInTheDocument();
});

test('an address that the server would refuse is not sent', async () => {
  await open();
  await address().fill('x@y');
  await send().click();
  await expect.element(dialog().getByText('Enter a valid e-mail address.')).toBeVisible();
  await expect.element(address()).toHaveFocus();
});

test('a refusal goes when something else is entered', async () => {
  await open({ 'POST /team/invitations': () => makeProblem(409, 'already-member') });
  await address().fill('bob@example.com');
  await send().click();
  await expect.element(dialog().getByText(/already a member/)).toBeVisible();
  await address().fill('cleo@example.com');
  await expect.element(dialog().getByText(/already a member/)).not.toBeInTheDocument();
});

test('says why it cannot be sent while no location is chosen', async () => {
  await open();
  await radio('Only some locations').click();
  const hint = dialog().getByText('Choose at least one location.');
  await expect.element(hint).toBeVisible();
  await expect.element(send()).toBeDisabled();
  await dialog().getByRole('checkbox', { name: 'Market' }).click();
  await expect.element(hint).not.toBeInTheDocument();
  await expect.element(send()).toBeEnabled();
});

test('says what a manager of only some locations may not do', async () => {
  const hint = dialog().getByText(/^Cannot manage the team, connections or businesses/);
  await open();
  await radio('Manager').click();
  await expect.element(dialog().getByText(/^Manages connections/)).toBeVisible();
  await radio('Only some locations').click();
  await expect.element(hint).toBeVisible();
  await expect.element(dialog().getByText(/^Manages connections/)).not.toBeInTheDocument();
  await expect.element(dialog().getByText(/^Manages widgets/)).toBeVisible();
  await radio('Responder').click();
  await expect.element(hint).not.toBeInTheDocument();
});

test.each(['responder', 'viewer'] as const)('a %s of only some locations may do as much there', (role) => {
  const lost = actions.filter(
    (action) => mayTake({ role, locationIds: null }, action) && !mayTake({ role, locationIds: [] }, action),
  );
  expect(lost).toEqual([]);
});

test('the focus returns to the button that opened it, closed or sent', async () => {
  await open({ 'POST /team/invitations': { team: makeTeam({ invitations: [makeInvitation()] }) } });
  await userEvent.keyboard('{Escape}');
  await expect.element(invite()).toHaveFocus();
  await invite().click();
  await address().fill('cleo@example.com');
  await send().click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(invite()).toHaveFocus();
});
