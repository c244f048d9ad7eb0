import { isReachableEmail } from '@kindling/contract/email-address';
import { requestLimits } from '@kindling/contract/review-request-limits';
import type { Invitee } from '@kindling/contract/review-requests';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/api/client.ts';

/** Lists by draft, in memory only: looking at another tab of the screen loses nothing, and nothing is left on the device. */
const lists = new Map<string, readonly Invitee[]>();

export function forgetPeople(draftId: string): void {
  lists.delete(draftId);
}

export const leftOutReasons = ['notAnAddress', 'doubled', 'suppressed', 'invitedLately', 'tooMany'] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

export interface ReadReport {
  added: number;
  leftOut: Record<LeftOutReason, { count: number; first: readonly { line: number; text: string }[] }>;
}

const sameAddress = (email: string) => email.toLowerCase();

/** The people of a draft. The server recognizes them in what was chosen, pasted or typed, and stores nothing. */
export function usePeople(draftId: string) {
  const [people, setPeople] = useState<readonly Invitee[]>(() => lists.get(draftId) ?? []);
  const change = (next: readonly Invitee[]) => {
    lists.set(draftId, next);
    setPeople(next);
  };
  const read = useMutation({
    mutationFn: async (text: string): Promise<ReadReport> => {
      const found = await client.reviewRequests.readRecipients({ text }, { context: { timeout: 60_000 } });
      const { next, added, doubled, tooMany } = merge(lists.get(draftId) ?? [], found.recipients);
      change(next);
      const { leftOut } = found;
      return {
        added,
        leftOut: {
          ...leftOut,
          doubled: { ...leftOut.doubled, count: leftOut.doubled.count + doubled },
          tooMany: { ...leftOut.tooMany, count: leftOut.tooMany.count + tooMany },
        },
      };
    },
  });
  return {
    people,
    /** Null before the first list was read. */
    report: read.data ?? null,
    reading: read.isPending,
    error: read.error,
    read: read.mutateAsync,
    remove: (email: string) => change(people.filter((one) => one.email !== email)),
    replace: (email: string, by: Invitee) => change(people.map((one) => (one.email === email ? by : one))),
    clear() {
      change([]);
      read.reset();
    },
  };
}
export type People = ReturnType<typeof usePeople>;

/** Adds who is not on the list yet, up to the most people of one invitation. */
function merge(known: readonly Invitee[], found: readonly Invitee[]) {
  const addresses = new Set(known.map(({ email }) => sameAddress(email)));
  const fresh = found.filter(({ email }) => !addresses.has(sameAddress(email)));
  const added = fresh.slice(0, Math.max(0, requestLimits.recipients - known.length));
  return {
    next: [...known, ...added],
    added: added.length,
    doubled: found.length - fresh.length,
    tooMany: fresh.length - added.length,
  };
}

/** Why a person cannot be on the list with this address; null where they can. */
export function findAddressProblem(email: string, others: readonly Invitee[]): 'email' | 'doubled' | null {
  if (!isReachableEmail(email)) return 'email';
  return others.some((one) => sameAddress(one.email) === sameAddress(email)) ? 'doubled' : null;
}
