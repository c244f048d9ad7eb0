import type { Dashboard, SetupProgress } from '@kindling/contract/analytics';

export const stepKeys = ['business', 'connect', 'widget', 'page'] as const;
export type StepKey = (typeof stepKeys)[number];

export interface Step {
  key: StepKey;
  done: boolean;
}

/**
 * The four steps from an empty account to reviews on the owner's page, in order. A business name that came with the
 * first listing counts as given.
 */
export function gettingStartedSteps(start: SetupProgress, total: Dashboard['total']): Step[] {
  // Synced from a platform or imported from a file.
  const read = total > 0;
  const done: Record<StepKey, boolean> = {
    business: start.business.named || (start.connections > 0 && read),
    connect: read,
    widget: start.published > 0,
    page: start.seen !== null,
  };
  return stepKeys.map((key) => ({ key, done: done[key] }));
}
