import { inTenant } from '../../db/transaction.ts';
import type { RouteBuilder } from '../../http/api.ts';
import { type SignedInUser, signedInUser } from '../../http/caller.ts';
import { AppError } from '../../lib/app-error.ts';
import { decodeCursor, encodeCursor } from '../../lib/list-cursor.ts';
import { listAccountUsers } from '../identity/index.ts';
import { cancelPlan, changeInterval, previewChange, resumePlan } from './changes.ts';
import type { Orderer } from './customers.ts';
import type { PaymentsDeps } from './deps.ts';
import { listInvoiceRows } from './invoice-queries.ts';
import { startOrder } from './orders.ts';
import { openInvoice, openPortal } from './portal.ts';
import { presentInvoice, readBilling } from './present.ts';
import { acceptProcessing } from './processing.ts';
import { readRecipient, saveRecipient } from './recipient.ts';
import { refreshAccount } from './refresh-customer.ts';
import { withdrawOrder } from './withdrawal.ts';

const pageSize = 24;

/** @param deps null on an installation without plans, where every route answers `not-found` */
export function paymentRoutes({ billing }: RouteBuilder, deps: PaymentsDeps | null) {
  const withPlans = (): PaymentsDeps => {
    if (deps === null) throw new AppError('not-found');
    return deps;
  };
  /** For routes that call the provider: one account must not use up what it allows for all. */
  const calling = async (user: SignedInUser): Promise<PaymentsDeps> => {
    const found = withPlans();
    const retryAfter = await found.callLimit.consume(user.accountId);
    if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
    return found;
  };
  const answer = async ({ accountId }: SignedInUser) => ({
    billing: await readBilling(withPlans(), accountId),
  });
  return {
    get: billing.get.handler(({ context }) => answer(signedInUser(context))),
    refresh: billing.refresh.handler(async ({ context }) => {
      const user = signedInUser(context);
      await refreshAccount(await calling(user), user.accountId);
      return answer(user);
    }),
    order: billing.order.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      const found = await calling(user);
      return { payAt: await startOrder(found, await ordererOf(found, user), input) };
    }),
    previewChange: billing.previewChange.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      return { preview: await previewChange(await calling(user), user, input.interval) };
    }),
    change: billing.change.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      await changeInterval(await calling(user), user, input);
      return answer(user);
    }),
    cancel: billing.cancel.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      await cancelPlan(await calling(user), user, input);
      return answer(user);
    }),
    resume: billing.resume.handler(async ({ context }) => {
      const user = signedInUser(context);
      await resumePlan(await calling(user), user);
      return answer(user);
    }),
    withdraw: billing.withdraw.handler(async ({ context }) => {
      const user = signedInUser(context);
      await withdrawOrder(await calling(user), user);
      return answer(user);
    }),
    openPortal: billing.openPortal.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      const found = await calling(user);
      return { address: await openPortal(found, await ordererOf(found, user), input.page) };
    }),
    getRecipient: billing.getRecipient.handler(async ({ context }) => {
      const user = signedInUser(context);
      return { recipient: await readRecipient(await calling(user), user.accountId) };
    }),
    setRecipient: billing.setRecipient.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      const found = await calling(user);
      return { recipient: await saveRecipient(found, await ordererOf(found, user), input) };
    }),
    listInvoices: billing.listInvoices.handler(async ({ input, context }) => {
      const { accountId } = signedInUser(context);
      const after = input.cursor === undefined ? null : decodeCursor(input.cursor);
      const rows = await inTenant(withPlans().db, accountId, (trx) =>
        listInvoiceRows(trx, accountId, { after, limit: pageSize + 1 }),
      );
      const page = rows.slice(0, pageSize);
      const last = rows.length > pageSize ? page.at(-1) : undefined;
      return {
        items: page.map(presentInvoice),
        nextCursor:
          last === undefined ? null : encodeCursor({ time: last.created_at.toISOString(), id: last.id }),
      };
    }),
    openInvoice: billing.openInvoice.handler(async ({ input, context }) => {
      const user = signedInUser(context);
      return openInvoice(await calling(user), user.accountId, input.id);
    }),
    acceptProcessing: billing.acceptProcessing.handler(async ({ input, context }) => {
      await acceptProcessing(withPlans(), signedInUser(context), input.version);
      return { ok: true as const };
    }),
  };
}

/** The owner who orders, with the address and language that the provider gets. */
async function ordererOf(
  { db }: Pick<PaymentsDeps, 'db'>,
  { accountId, userId }: SignedInUser,
): Promise<Orderer> {
  const users = await inTenant(db, accountId, (trx) => listAccountUsers(trx, accountId));
  const user = users.find((one) => one.userId === userId);
  if (user === undefined) throw new AppError('forbidden');
  return { accountId, userId, email: user.email, locale: user.locale };
}
