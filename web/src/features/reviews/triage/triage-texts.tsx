import type { ReactNode } from 'react';
import { useArea } from '../../../lib/i18n/use-area.ts';
import { ErrorState } from '../../../ui/states.tsx';

interface TriageTextsProps {
  /** Holds the room until the texts are there. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Loads the texts of tags and of this folder. A screen that mounts their components wraps itself in this, once. */
export function TriageTexts({ fallback, children }: TriageTextsProps) {
  const tags = useArea('tags');
  const triage = useArea('triage');
  const failed = [tags, triage].find(({ isError }) => isError);
  if (failed !== undefined) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  return tags.data === true && triage.data === true ? children : fallback;
}
