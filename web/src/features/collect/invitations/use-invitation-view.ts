import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** What the tab shows: its start, a form, one campaign, or the addresses that get no mail. */
export type InvitationView =
  | { name: 'start' }
  | { name: 'new' }
  | { name: 'share' }
  | { name: 'blocked' }
  | { name: 'campaign'; id: string };

const param = 'invitation';
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The view is part of the address (`?invitation=`), so that the browser's back button leads to where one was. */
export function useInvitationView() {
  const [params, setParams] = useSearchParams();
  const show = useCallback(
    (value: string | null, replace = false) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(param);
          else next.set(param, value);
          return next;
        },
        { replace },
      ),
    [setParams],
  );
  return { view: readView(params.get(param)), show };
}

function readView(value: string | null): InvitationView {
  if (value === 'new' || value === 'share' || value === 'blocked') return { name: value };
  return value !== null && uuid.test(value) ? { name: 'campaign', id: value } : { name: 'start' };
}
