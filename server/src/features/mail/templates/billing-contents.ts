/** The content of the mails about plan and payment, by kind. */
import type { BillingMail } from '../requests.ts';
import type { MailContent } from './content.ts';
import { orderConfirmed, orderWithdrawn } from './order-contents.ts';
import {
  cardRefused,
  paymentConfirmationNeeded,
  paymentDisputed,
  paymentFailed,
  paymentReceived,
  paymentRefunded,
} from './payment-contents.ts';
import { deletionWarning, planCanceled, planOver, trialEnding } from './plan-contents.ts';
import type { WritingContext } from './writing.ts';

export function billingContentOf(writing: WritingContext, request: BillingMail): MailContent {
  switch (request.kind) {
    case 'trial-ending':
      return trialEnding(writing, request);
    case 'trial-ended':
    case 'plan-ended':
      return planOver(writing, request);
    case 'plan-canceled':
      return planCanceled(writing, request);
    case 'account-deletion-warning':
      return deletionWarning(writing, request);
    case 'order-confirmed':
      return orderConfirmed(writing, request);
    case 'order-withdrawn':
      return orderWithdrawn(writing, request);
    case 'payment-received':
      return paymentReceived(writing, request);
    case 'payment-failed':
      return paymentFailed(writing, request);
    case 'payment-confirmation-needed':
      return paymentConfirmationNeeded(writing, request);
    case 'card-refused-brand':
      return cardRefused(writing, request);
    case 'payment-refunded':
      return paymentRefunded(writing, request);
    case 'payment-disputed':
      return paymentDisputed(writing, request);
  }
}
