/** The person and the account that the address names by their ids, with the names that the fields show. */
import { idSchema } from '@kindling/contract/common';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../../lib/api/client.ts';
import { personLabel } from '../../../lib/person-label.ts';
import type { FoundChoice } from '../ui/found-select.tsx';

interface Chosen {
  /** Undefined while the name is being read. For somebody who is gone the id is all there is to show. */
  value: FoundChoice | null | undefined;
  /** Keeps the name of what was chosen in the field, so that it need not be read. */
  keep: (choice: FoundChoice | null) => void;
}

export function useChosenPerson(actor: string | undefined): Chosen {
  const [kept, keep] = useState<FoundChoice | null>(null);
  const isUnknown = kept?.id !== actor && idSchema.safeParse(actor).success;
  const { data, isPending } = useQuery(
    query.adminUsers.get.queryOptions({ input: { userId: actor ?? '' }, enabled: isUnknown, retry: false }),
  );
  const label = data === undefined ? undefined : personLabel(data.person);
  return { value: chosen(actor, kept, { isUnknown, isPending, label }), keep };
}

export function useChosenAccount(accountId: string | undefined): Chosen {
  const [kept, keep] = useState<FoundChoice | null>(null);
  const isUnknown = accountId !== undefined && kept?.id !== accountId;
  const { data, isPending } = useQuery(
    query.adminUsers.getAccount.queryOptions({
      input: { accountId: accountId ?? '' },
      enabled: isUnknown,
      retry: false,
    }),
  );
  return { value: chosen(accountId, kept, { isUnknown, isPending, label: data?.account.name }), keep };
}

function chosen(
  id: string | undefined,
  kept: FoundChoice | null,
  { isUnknown, isPending, label }: { isUnknown: boolean; isPending: boolean; label: string | undefined },
): FoundChoice | null | undefined {
  if (id === undefined) return null;
  if (kept?.id === id) return kept;
  return isUnknown && isPending ? undefined : { id, label: label ?? id };
}
