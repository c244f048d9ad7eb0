import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '../../lib/auth/session.tsx';
import { type Choice, parseChoice, readChoice, serializeChoice, storeChoice } from './choice.ts';

/** The choice of the address, else the last one on this device. A change is kept in both. */
export function useChoice(): [Choice, (next: Choice) => void] {
  const accountId = useAuth().additionalUserDetails?.account?.id ?? '';
  const [params, setParams] = useSearchParams();
  const [stored, setStored] = useState(() => readChoice(accountId));
  const choice = useMemo(() => parseChoice(params) ?? stored, [params, stored]);
  const change = useCallback(
    (next: Choice) => {
      storeChoice(accountId, next);
      setStored(next);
      setParams(serializeChoice(next), { replace: true, preventScrollReset: true });
    },
    [accountId, setParams],
  );
  return [choice, change];
}
