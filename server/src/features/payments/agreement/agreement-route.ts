/** The contract on processing as PDF, with its parties and who accepted it. */
import { processingPdfPath, processingPdfQuerySchema } from '@kindling/contract/billing';
import type { Language } from '@kindling/contract/constants';
import { processingChangedOn } from '@kindling/contract/site';
import type { FastifyInstance } from 'fastify';
import { inTenant } from '../../../db/transaction.ts';
import type { Authenticate } from '../../../http/caller.ts';
import { mountPdfRoute } from '../../../http/pdf-route.ts';
import { type Installation, placeholderValues } from '../../../http/site/placeholders.ts';
import { AppError } from '../../../lib/app-error.ts';
import type { Log } from '../../../lib/log.ts';
import { createPdfRenderer, type PdfRenderer } from '../../../lib/pdf/pdf-renderer.ts';
import { assertWanted } from '../../../lib/semaphore.ts';
import type { PaymentsDeps } from '../deps.ts';
import { findAcceptance } from '../processing.ts';
import { readRecipient } from '../recipient.ts';
import type { AgreementRequest } from './agreement-content.ts';

export interface AgreementDeps {
  /** Null on an installation without plans, where nobody accepts anything. */
  payments: PaymentsDeps | null;
  installation: Installation;
  renderer: PdfRenderer<AgreementRequest>;
}

export const createAgreementRenderer = (log: Pick<Log, 'warn'>): AgreementDeps['renderer'] =>
  createPdfRenderer({ from: import.meta.url, program: 'agreement-child', log });

/** Mounts `GET /api/v1/billing/processing.pdf`. */
export function mountAgreementRoute(
  app: FastifyInstance,
  authenticate: Authenticate,
  { payments, installation, renderer }: AgreementDeps,
): void {
  mountPdfRoute(app, authenticate, {
    path: processingPdfPath,
    action: 'billing.manage',
    query: processingPdfQuerySchema,
    async make({ accountId }, { language }, signal) {
      if (payments === null) throw new AppError('not-found');
      const request = await readAgreement(payments, installation, accountId, language);
      assertWanted(signal);
      return renderer.render(request);
    },
  });
}

async function readAgreement(
  payments: PaymentsDeps,
  installation: Installation,
  accountId: string,
  language: Language,
): Promise<AgreementRequest> {
  const recipient = await findRecipient(payments, accountId);
  const { account, accepted } = await inTenant(payments.db, accountId, async (trx) => ({
    account: await trx
      .selectFrom('accounts')
      .select(['id', 'name', 'time_zone as timeZone'])
      .where('id', '=', accountId)
      .executeTakeFirstOrThrow(),
    accepted: await findAcceptance(trx, accountId),
  }));
  return {
    language,
    placeholders: placeholderValues(installation, language, payments.now().getFullYear()),
    version: processingChangedOn,
    account,
    recipient,
    accepted:
      accepted === null
        ? null
        : {
            version: accepted.version,
            at: accepted.at,
            by:
              accepted.user === null ? null : { name: accepted.user.displayName, email: accepted.user.email },
          },
  };
}

/** Null also when the provider does not answer: the contract is about the account, and its file must not wait for others. */
async function findRecipient(payments: PaymentsDeps, accountId: string) {
  const retryAfter = await payments.callLimit.consume(accountId);
  if (retryAfter > 0) throw new AppError('rate-limited', undefined, { retryAfter });
  return readRecipient(payments, accountId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'payment-unavailable') return null;
    throw error;
  });
}
