import type { Exchange, IdentityContext } from '../context.ts';

/**
 * Does what follows a change that is stored already. A failure is reported and does not reach the page, which would say that
 * nothing was changed.
 */
export async function followUp(
  { options }: IdentityContext,
  { requestId, url }: Exchange,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    options.log.error(
      { what, requestId, error: error instanceof Error ? error.message : String(error) },
      'a change was stored, but not all that follows it',
    );
    options.onFailure?.({ error, route: url.pathname, requestId });
  }
}

/** Tells the app that earlier tokens of this person are void. */
export function reportCredentials(service: IdentityContext, exchange: Exchange, sub: string): Promise<void> {
  return followUp(
    service,
    exchange,
    'earlier tokens',
    async () => await service.options.onCredentialsChanged?.(sub),
  );
}
