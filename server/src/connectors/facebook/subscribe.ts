/** Subscribing to the webhooks of a page. */
import { z } from 'zod';
import type { CallOptions } from '../connector.ts';
import type { FacebookClient } from './client.ts';
import { lacksPermission } from './errors.ts';
import type { Page } from './replies.ts';

/**
 * Installs the app on the page, which turns on its webhooks for ratings. Without the permission there are no webhooks,
 * and reading continues as before.
 * @throws ConnectorFailure for every failure but a missing permission.
 */
export async function subscribe(client: FacebookClient, page: Page, { signal }: CallOptions): Promise<void> {
  const request = {
    method: 'POST',
    path: `/${page.id}/subscribed_apps`,
    form: { subscribed_fields: 'ratings' },
  } as const;
  await client.callWithToken(page.token, request, z.unknown(), signal).catch((error: unknown) => {
    if (!lacksPermission(error)) throw error;
  });
}
