import type { Billing } from '@kindling/contract/billing';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '../../lib/api/client.ts';
import { forgetInterval } from '../../lib/chosen-interval.ts';
import { confirmationPauses } from './confirmation-pauses.ts';
import { useSetBilling } from './use-billing.ts';

/** From which page of the provider the person comes back. */
export type Returned = 'paid' | 'canceled' | 'card' | 'overview';

function readReturn(params: URLSearchParams): Returned | null {
  const checkout = params.get('checkout');
  if (checkout === 'done') return 'paid';
  if (checkout === 'canceled') return 'canceled';
  const page = params.get('returned');
  return page === 'card' || page === 'overview' ? page : null;
}

/** What the address says about a return from the provider. The address then loses it, so that a reload says nothing. */
export function useReturn(): Returned | null {
  const [params, setParams] = useSearchParams();
  const [returned] = useState(() => readReturn(params));
  useEffect(() => {
    if (returned === 'paid') forgetInterval();
  }, [returned]);
  const cleanAddress = useEffectEvent(() => {
    const rest = new URLSearchParams(params);
    rest.delete('checkout');
    rest.delete('returned');
    if (rest.size !== params.size) setParams(rest, { replace: true, preventScrollReset: true });
  });
  useEffect(() => cleanAddress(), []);
  return returned;
}

export type Confirmation =
  | { kind: 'asking' }
  | { kind: 'known'; billing: Billing }
  /** The provider knows nothing of the payment yet, and nobody asks any more. */
  | { kind: 'later' }
  | { kind: 'failed'; error: unknown };

const isPaid = ({ state, subscription }: Billing) => subscription !== null && state === 'active';

/**
 * Lets the server read the provider. After a payment it asks again, with growing pauses, until the plan is there.
 */
export function useConfirmation(returned: Returned): Confirmation {
  const setBilling = useSetBilling();
  const [confirmation, setConfirmation] = useState<Confirmation>({ kind: 'asking' });
  const ask = useEffectEvent(async () => {
    const answer = await client.billing.refresh({});
    await setBilling(answer);
    return answer.billing;
  });
  useEffect(() => {
    if (returned === 'canceled') return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const askAt = async (attempt: number) => {
      const result = await ask().then(
        (billing): Confirmation =>
          returned !== 'paid' || isPaid(billing) ? { kind: 'known', billing } : { kind: 'later' },
        (error: unknown): Confirmation => ({ kind: 'failed', error }),
      );
      if (isOver) return;
      const pause = confirmationPauses[attempt];
      if (result.kind === 'known' || pause === undefined || returned !== 'paid') setConfirmation(result);
      // A failed question is asked again, too.
      else timer = setTimeout(() => void askAt(attempt + 1), pause * 1000);
    };
    void askAt(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [returned]);
  return confirmation;
}
