/** What a failure of the payment provider means for the caller. */
import { AppError } from '../../lib/app-error.ts';

/** The fields of the SDK's errors that we read. They are told apart by `type`, so that nothing loads the SDK. */
interface ProviderError extends Error {
  type: string;
  code: string | undefined;
  param: string | undefined;
}

function isProviderError(error: unknown): error is ProviderError {
  return (
    error instanceof Error &&
    'type' in error &&
    typeof error.type === 'string' &&
    error.type.startsWith('Stripe')
  );
}

/**
 * The provider calls a request invalid. Its own error has a status, which our HTTP server would answer with as if the caller's
 * request were invalid.
 */
export class InvalidProviderRequestError extends Error {
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(cause: ProviderError) {
    super(`The payment provider refused a request: ${cause.message}`, { cause });
    this.name = 'InvalidProviderRequestError';
    this.code = cause.code;
    this.param = cause.param;
  }
}

function asInvalidRequest(error: unknown): Pick<ProviderError, 'code' | 'param'> | null {
  if (error instanceof InvalidProviderRequestError) return error;
  return isProviderError(error) && error.type === 'StripeInvalidRequestError' ? error : null;
}

/**
 * Runs calls to the provider.
 * @throws AppError `payment-refused` when a card was declined; `payment-unavailable` when the provider does not answer, is
 *   too busy, or refuses our key, which only the operator can mend. InvalidProviderRequestError
 */
export async function callProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isProviderError(error)) throw error;
    if (error.type === 'StripeInvalidRequestError') throw new InvalidProviderRequestError(error);
    const code = error.type === 'StripeCardError' ? 'payment-refused' : 'payment-unavailable';
    throw new AppError(code, undefined, { cause: error });
  }
}

/** Whether the provider refused what was asked, as opposed to not answering. */
export function isInvalidRequest(error: unknown): boolean {
  return asInvalidRequest(error) !== null;
}

/** Whether the provider refused because the object is not in the state for it, or is done already. */
export function isRefusedWith(error: unknown, ...codes: string[]): boolean {
  return codes.includes(asInvalidRequest(error)?.code ?? '');
}

/** The parameter that the provider refused, such as `value` or `address[country]`; null for other errors. */
export function refusedParameter(error: unknown): string | null {
  return asInvalidRequest(error)?.param ?? null;
}

/** Null instead of an object that the provider does not have. */
export async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (isRefusedWith(error, 'resource_missing')) return null;
    throw error;
  }
}
