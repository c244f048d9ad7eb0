import { platformSchema } from '@kindling/contract/platforms';
import { mayTake } from '@kindling/contract/rights';
import { inTenant } from '../../db/transaction.ts';
import type { DomainEvent } from '../../events/domain-event.ts';
import type { SubscriberDefinition } from '../../events/subscriber.ts';
import { connectionTrouble, findConnection, listListingRows } from '../connections/index.ts';
import { type AccountUser, seesOneOf } from '../identity/index.ts';
import { alertLink } from './alert-link.ts';
import type { MailDeps } from './deps.ts';
import { queueAccountMail } from './queue-mail.ts';
import { connectionTroubles } from './requests.ts';

export const troubleSubscriber: SubscriberDefinition = {
  name: 'mail.connection-trouble',
  events: [connectionTrouble],
  startsAt: 'now',
};

/**
 * Queues one mail about each broken connection to each user who wants this alert and sees one of its locations, and none
 * for a connection that works again. Those who may not connect are told whom to ask.
 */
export async function mailConnectionTrouble(
  deps: MailDeps,
  accountId: string,
  events: readonly DomainEvent[],
  signal: AbortSignal,
): Promise<void> {
  for (const { subjectId, position } of events) {
    signal.throwIfAborted();
    await inTenant(deps.db, accountId, async (trx) => {
      const connection = await findConnection(trx, accountId, subjectId);
      const trouble = connectionTroubles.find((one) => one === connection?.status);
      if (connection === null || trouble === undefined) return;
      const mail = {
        kind: 'connection-trouble',
        platform: platformSchema.parse(connection.platform),
        // A long name at the platform must not make the mail invalid.
        connectionName: connection.display_name.slice(0, 1000),
        trouble,
      } as const;
      const listings = await listListingRows(trx, accountId);
      const locationIds = listings
        .filter((row) => row.connection_id === subjectId)
        .map((row) => row.location_id);
      const mailFor = (user: AccountUser) =>
        user.alerts.connectionTrouble && seesOneOf(user, locationIds)
          ? {
              ...mail,
              mayConnect: mayTake(user, 'connections.manage'),
              unsubscribe: alertLink(deps, { accountId, userId: user.userId, mail: 'connectionTrouble' }),
            }
          : null;
      await queueAccountMail(deps, trx, accountId, mailFor, { messageKey: `event ${position}` });
    });
  }
}
