/** Connections in trouble on the dashboard. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { aConnection } from '../../testing/connections.ts';
import { showScreen } from '../../testing/show-screen.tsx';
import { Troubled } from './troubled.tsx';

const withConnections = (...connections: ReturnType<typeof aConnection>[]) => ({
  answers: { 'GET /connections': { connections } },
});

describe('connections in trouble', () => {
  test('each says what is the matter and leads to itself', async () => {
    const consent = aConnection({ status: 'needs_reauthorisation' });
    const unapproved = aConnection({
      id: '0199f000-0000-7000-8000-000000000019',
      platform: 'facebook',
      displayName: 'Salt Quay',
      status: 'not_approved',
    });
    await showScreen(<Troubled />, withConnections(consent, unapproved));
    await expect
      .element(page.getByText(/Google asks for your consent to read ines@saltquay\.example again/))
      .toBeVisible();
    await expect.element(page.getByText(/Facebook has not approved this installation/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'Open connection: Google, ines@saltquay.example' }))
      .toHaveAttribute('href', `/connections/google?connection=${consent.id}`);
    await expect
      .element(page.getByRole('link', { name: 'Open connection: Facebook, Salt Quay' }))
      .toHaveAttribute('href', `/connections/facebook?connection=${unapproved.id}`);
  });

  test('what is read, or was ended by its owner, is no trouble', async () => {
    const statuses = ['active', 'disconnected', 'withdrawn'] as const;
    const { calls } = await showScreen(
      <>
        <Troubled />
        <p>below</p>
      </>,
      withConnections(
        ...statuses.map((status, at) =>
          aConnection({ id: `0199f000-0000-7000-8000-00000000003${at}`, status }),
        ),
      ),
    );
    await expect.poll(() => calls).toContain('GET /connections');
    await expect.element(page.getByText('below')).toBeVisible();
    await expect.element(page.getByRole('link')).not.toBeInTheDocument();
  });

  test('speaks German', async () => {
    await showScreen(<Troubled />, {
      ...withConnections(aConnection({ status: 'revoked' })),
      language: 'de',
    });
    await expect.element(page.getByRole('link', { name: /^Verbindung öffnen/ })).toBeVisible();
  });
});
