import type { Dashboard, SetupProgress } from '@kindling/contract/analytics';
import type { Action } from '@kindling/contract/rights';

export const stepKeys = ['connect', 'business', 'widget', 'page', 'ask'] as const;
export type StepKey = (typeof stepKeys)[number];

/** What a member must be allowed to do for a step. */
export const stepActions = {
  business: 'businesses.manage',
  connect: 'connections.manage',
  ask: 'pipelines.read',
  widget: 'embeds.manage',
  page: 'embeds.manage',
} as const satisfies Record<StepKey, Action>;

export interface Step {
  key: StepKey;
  done: boolean;
}

/**
 * The steps from an empty account to reviews on the owner's page, in order. The first listing names the business, so
 * only who imports a file without connecting is asked for the name.
 */
export function gettingStartedSteps(setup: SetupProgress, sources: Dashboard['sources']): Step[] {
  // Synced from a platform or imported from a file; what visitors left came without either.
  const isRead = sources.some(({ source, stored }) => source !== 'first-party' && stored > 0);
  const isImportOnly = isRead && setup.connections === 0;
  const done: Record<StepKey, boolean> = {
    connect: isRead,
    business: setup.business.named,
    ask: setup.rated,
    widget: setup.published > 0,
    page: setup.firstEmbedLoad !== null,
  };
  return stepKeys
    .filter((key) => key !== 'business' || isImportOnly)
    .map((key) => ({ key, done: done[key] }));
}
