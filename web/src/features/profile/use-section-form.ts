import { useEffect, useState } from 'react';
import { toApiError } from '../../lib/api/problem.ts';

/** What a form of one section knows of itself. */
export interface Draft<Values> {
  values: Values;
  set: (change: Partial<Values>) => void;
  dirty: boolean;
  undo: () => void;
  /** Forgets what was sent and is stored now; what was typed while it was sent stays. */
  forgetSent: (sent: Values) => void;
}

/** Tells the screen whether a section holds something that is not saved. */
export type ReportDirty = (section: string, dirty: boolean) => void;

/**
 * The values of one section as they are typed, over those that are stored. Once they are stored alike, the section is
 * clean by itself.
 */
export function useDraft<Values extends Record<string, string | boolean>>(
  section: string,
  stored: Values,
  report: ReportDirty,
): Draft<Values> {
  const [changes, setChanges] = useState<Partial<Values>>({});
  const values = { ...stored, ...changes };
  const dirty = Object.keys(changes).some((key) => values[key] !== stored[key]);
  useEffect(() => {
    report(section, dirty);
    return () => report(section, false);
  }, [report, section, dirty]);
  return {
    values,
    dirty,
    set: (change) => setChanges((before) => ({ ...before, ...change })),
    undo: () => setChanges({}),
    forgetSent: (sent) => setChanges((now) => withoutSent(now, sent)),
  };
}

/** The changes that differ from what was sent. */
export function withoutSent<Values extends Record<string, string | boolean>>(
  changes: Partial<Values>,
  sent: Values,
): Partial<Values> {
  const left = { ...changes };
  for (const key of Object.keys(left)) if (left[key] === sent[key]) delete left[key];
  return left;
}

/** Whether the server named this field among what it refused. */
export function isFieldRejected(error: unknown, field: string): boolean {
  return error !== null && toApiError(error).fields.some(({ path }) => path.split('.').includes(field));
}
