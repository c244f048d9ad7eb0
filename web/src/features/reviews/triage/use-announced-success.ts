import type { BulkProgress } from '@kindling/contract/bulk-actions';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { toast } from '../../../ui/toast.ts';
import { outcomeText } from './bulk-progress.tsx';
import { noteReadOutcome, readOutcomes } from './read-outcomes.ts';

/** Whether an action has ended and left nothing that the person should know. */
export function hasSucceeded({ state, failure, skipped }: BulkProgress): boolean {
  return state === 'done' && failure === null && skipped.length === 0;
}

/**
 * Announces in a corner that an action has succeeded, as soon as the page is in sight, and counts its outcome as read.
 * @param onAnnounced also called when another page of this browser has announced it
 */
export function useAnnouncedSuccess(bulk: BulkProgress | null, onAnnounced: () => void): void {
  const { t, i18n } = useText();
  const succeeded = bulk !== null && hasSucceeded(bulk);
  const announce = useEffectEvent(() => {
    if (bulk === null || document.visibilityState !== 'visible') return;
    if (!readOutcomes().includes(bulk.id)) {
      noteReadOutcome(bulk.id);
      toast({
        tone: 'good',
        title: t(`triage:bulk.${bulk.action.kind}`),
        message: outcomeText(t, bulk, i18n.language),
      });
    }
    onAnnounced();
  });
  useEffect(() => {
    if (!succeeded) return;
    announce();
    const listener = () => announce();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, [succeeded]);
}
