/** What a plan includes. The server decides it from the plan of the account (server/src/features/billing). */
import { z } from 'zod';

/**
 * States of an account's plan. `active`: paid, and renewed at the end of each period. `past_due`: a payment failed, and the
 * payment provider tries again. `canceled`: paid until its end, and not renewed. `free`: given by the operator. `ended`: the
 * end of a trial, of a canceled plan or of a free one has passed.
 */
export const planStates = ['trial', 'active', 'past_due', 'canceled', 'free', 'ended'] as const;
export const planStateSchema = z.enum(planStates);
export type PlanState = z.infer<typeof planStateSchema>;

/** What is stored of a plan. `endsAt` null: no end is known. */
export interface StoredPlan {
  state: Exclude<PlanState, 'ended'>;
  endsAt: Date | null;
}

/** The state of a plan at a moment. */
export function planStateAt({ state, endsAt }: StoredPlan, now: Date): PlanState {
  return endsAt !== null && endsAt <= now ? 'ended' : state;
}

/**
 * What may stop at the end of a plan.
 * - `sync`: reading reviews from the platforms.
 * - `publish`: publishing embeds.
 * - `create-embeds`: adding embeds.
 * - `serve-embeds`: embeds show reviews; without it they show plain links to the platforms.
 * - `invite`: sending invitations to customers by mail.
 * - `assistant`: drafts of replies by a language model.
 */
export const entitlements = [
  'sync',
  'publish',
  'create-embeds',
  'serve-embeds',
  'invite',
  'assistant',
] as const;
export type Entitlement = (typeof entitlements)[number];

/** Days after the end of a plan until an account that nobody paid for is deleted. */
export const daysUntilDeletion = 90;

/** Days after the end of a plan for which embeds show reviews. */
export const embedDaysAfterEnd = 14;
