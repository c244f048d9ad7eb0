/** The plan of the account, and the calls that change it. */
import type { Billing } from '@kindling/contract/billing';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { useReadUser } from '../../lib/auth/current-user.ts';
import { leaveTo } from '../../lib/leave-to.ts';

export function useBilling() {
  return useQuery(query.billing.get.queryOptions({ input: {} }));
}

/** Shows what an answer says about the plan, here and in the shell, which takes it from the user record. */
export function useSetBilling(): (answer: { billing: Billing }) => Promise<void> {
  const cache = useQueryClient();
  const readUser = useReadUser();
  return useCallback(
    async (answer) => {
      const queryKey = query.billing.get.queryKey({ input: {} });
      // A reading that began before would bring back what was.
      await cache.cancelQueries({ queryKey });
      cache.setQueryData(queryKey, answer);
      void readUser();
    },
    [cache, readUser],
  );
}

/**
 * A call that changes the plan; its answer is shown.
 * @param onDone runs after it, also when the answer removes the part of the screen that made the call
 */
export function useBillingMutation(
  mutationFn: () => Promise<{ billing: Billing }>,
  onDone: (billing: Billing) => void,
) {
  const setBilling = useSetBilling();
  const isSending = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      await setBilling(answer);
      onDone(answer.billing);
    },
    onSettled: () => {
      isSending.current = false;
    },
  });
  return {
    isPending,
    error,
    reset,
    /** The second click of a double click comes before the button is disabled, and does nothing. */
    send: () => {
      if (isSending.current) return;
      isSending.current = true;
      mutate();
    },
  };
}

/** Opens a page of the payment provider, which sends the person back to /billing. */
export function usePortal() {
  return useMutation({
    mutationFn: (page: 'card' | 'overview') => client.billing.openPortal({ page }),
    onSuccess: ({ address }) => leaveTo(address),
  });
}
