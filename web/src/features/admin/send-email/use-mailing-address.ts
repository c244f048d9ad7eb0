import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

export const tabs = ['mailings', 'dead-letters'] as const;
export type TabName = (typeof tabs)[number];

const idPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The open tab and the open mailing, as the address bar has them. */
export function useMailingAddress() {
  const [params, setParams] = useSearchParams();
  const given = params.get('mailing');
  const opened = given === 'new' || (given !== null && idPattern.test(given)) ? given : null;
  const tab: TabName = tabs.find((one) => one === params.get('tab')) ?? 'mailings';
  const show = useCallback(
    (next: string | null) =>
      setParams(next === null || next === 'mailings' ? {} : { tab: next }, { preventScrollReset: true }),
    [setParams],
  );
  /** A step of the history, so that Back closes it. @param replace for a draft that has just got its id */
  const open = useCallback(
    (mailing: string | null, replace = false) => setParams(mailing === null ? {} : { mailing }, { replace }),
    [setParams],
  );
  return { tab, opened, show, open };
}
