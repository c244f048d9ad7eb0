// Trust rule: a page of a sign-in belongs to the browser that started it, which the engine's signed cookie identifies.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors } from 'oidc-provider';
import { sessionIdOf } from '../browser-sessions.ts';
import type { Exchange, IdentityContext } from '../context.ts';
import type { SignInMethod } from '../factors/second-factors.ts';
import { redirect } from '../http/reply.ts';
import { INVITED_PARAM } from '../provider.ts';
import { hasIdShape } from '../record-adapter.ts';
import { logSignIn } from './sign-in-attempt.ts';

export type Interaction = Awaited<ReturnType<ReturnType<IdentityContext['engine']>['interactionDetails']>>;

/** The sign-in that this browser has started, or null when it has none, it has ended, or it is another one. */
export async function findInteraction(
  service: IdentityContext,
  req: IncomingMessage,
  res: ServerResponse,
  uid: string,
): Promise<Interaction | null> {
  if (!hasIdShape(uid)) return null;
  try {
    const interaction = await service.engine().interactionDetails(req, res);
    return interaction.uid === uid ? interaction : null;
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return null;
    throw error;
  }
}

/** Completes the sign-in by these methods: the engine redirects to the app with a code. */
export async function finishSignIn(
  service: IdentityContext,
  exchange: Exchange,
  interaction: Interaction,
  { sub, methods }: { sub: string; methods: SignInMethod[] },
): Promise<void> {
  const provider = service.engine();
  const uid = interaction.session?.uid;
  if (uid !== undefined && interaction.session?.accountId !== sub) {
    // Another person was signed in here. Their session ends first, because the engine would otherwise show its own page.
    const former = await provider.Session.findByUid(uid);
    await former?.destroy();
    await service.options.onSessionEnded?.(sessionIdOf(uid));
    Object.assign(interaction, { session: undefined });
    await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  }
  const email = await service.accounts.recordSignIn(sub);
  if (email !== null) logSignIn(service, exchange, email);
  // Without a time, the engine takes that of the return to the app, which may follow much later, also after a reset.
  const ts = Math.floor(service.now().getTime() / 1000);
  const returnTo = await provider.interactionResult(exchange.req, exchange.res, {
    login: { accountId: sub, remember: true, amr: methods, ts },
  });
  redirect(exchange.reply, returnTo);
}

/** The app says so while the person has an invitation to accept. Hosted tenants pass parameters with `ext-` to their pages. */
export const isInvited = (interaction: Interaction): boolean =>
  paramOf(interaction, INVITED_PARAM) === 'true';

export const paramOf = (interaction: Interaction, name: string): string | undefined => {
  const value = interaction.params[name];
  return typeof value === 'string' ? value : undefined;
};
