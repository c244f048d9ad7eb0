import type { BillingInterval, Money } from '@kindling/contract/billing';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client, query } from '../../lib/api/client.ts';
import { toApiError } from '../../lib/api/problem.ts';
import { leaveTo } from '../../lib/leave-to.ts';

/** Places an order for the price that is shown, and leads to the provider's page for its payment. */
export function useOrder(interval: BillingInterval) {
  const cache = useQueryClient();
  const readAgain = () => cache.invalidateQueries({ queryKey: query.billing.get.queryKey({ input: {} }) });
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: ({ amount, currency }: Money) => client.billing.order({ interval, amount, currency }),
    onSuccess: ({ payAt }) => leaveTo(payAt),
    // The new price, or the plan that somebody else has ordered, is shown before the person can order again.
    onError: async (failure) => {
      if (['price-changed', 'has-plan'].includes(toApiError(failure).code)) await readAgain();
    },
  });
  const isSending = useRef(false);
  // The browser's way back from the provider restores this page as it was left.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isSending.current = false;
      reset();
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [reset]);
  const priceChanged = error !== null && toApiError(error).code === 'price-changed';
  return {
    place: (price: Money) => {
      // The second click of a double click comes before the button is disabled.
      if (isSending.current) return;
      isSending.current = true;
      mutate(price, {
        onError: () => {
          isSending.current = false;
        },
      });
    },
    // The button stays as it is until the browser has left the page.
    busy: isPending || isSuccess,
    priceChanged,
    error: priceChanged ? null : error,
  };
}
