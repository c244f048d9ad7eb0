import type { OwnDestination } from '@kindling/contract/pipelines';
import {
  type Mutation,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { client, query } from '../../../lib/api/client.ts';

type Destinations = Awaited<ReturnType<typeof client.pipelines.saveDestinations>>;
type DestinationInput = Parameters<typeof client.pipelines.saveDestinations>[0]['destinations'][number];

/** An address that is not stored yet. */
export interface NewDestination {
  label: string;
  url: string;
}

interface Change {
  /** Run on the list that is stored when the change is sent, and until then on the list of the screen. */
  make: (list: OwnDestination[]) => OwnDestination[];
  /** Stored behind the list. The screen shows it when it is stored. */
  added?: NewDestination;
}

function toInput({ listingId, label, url, hidden }: OwnDestination): DestinationInput[] {
  if (listingId !== null) return [{ listingId, hidden }];
  return url === null ? [] : [{ label, url, hidden }];
}

/** Where a link is in the list; -1 when it is gone. It may have another id since it was stored again. */
function indexIn(list: readonly OwnDestination[], { id, listingId, url }: OwnDestination): number {
  const same = list.findIndex((one) => one.id === id);
  if (same >= 0) return same;
  return list.findIndex((one) => one.listingId === listingId && (listingId !== null || one.url === url));
}

function remove(list: OwnDestination[], link: OwnDestination): OwnDestination[] {
  const index = indexIn(list, link);
  return index < 0 ? list : list.toSpliced(index, 1);
}

function move(list: OwnDestination[], link: OwnDestination, to: number): OwnDestination[] {
  const moved = list[indexIn(list, link)];
  return moved === undefined ? list : remove(list, moved).toSpliced(to, 0, moved);
}

function setHidden(list: OwnDestination[], link: OwnDestination, hidden: boolean): OwnDestination[] {
  const index = indexIn(list, link);
  return list.map((one, at) => (at === index ? { ...one, hidden } : one));
}

/** Sends the changes of a location one after the other, because each stores the whole list. */
function useSaveDestinations(locationId: string) {
  const queries = useQueryClient();
  const mutationKey = ['pipelines', 'save-destinations', locationId];
  const options = query.pipelines.destinations.queryOptions({ input: { locationId } });
  const save = useMutation({
    mutationKey,
    scope: { id: mutationKey.join(' ') },
    mutationFn: async ({ make, added }: Change) => {
      const stored = await queries.query({ ...options, staleTime: 'static' });
      const kept = make(stored.destinations).flatMap(toInput);
      const destinations = added === undefined ? kept : [...kept, { ...added, hidden: false }];
      return client.pipelines.saveDestinations({ locationId, destinations });
    },
    onSuccess: async (answer) => {
      // A reading that started before holds the list without this change.
      await queries.cancelQueries({ queryKey: options.queryKey });
      queries.setQueryData(options.queryKey, answer);
    },
    onError: () => void queries.invalidateQueries({ queryKey: options.queryKey }),
    onSettled: () => {
      for (const queryKey of [query.analytics.key(), query.pipelines.preview.key()])
        void queries.invalidateQueries({ queryKey });
    },
  });
  const pending = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }: Mutation<Destinations, Error, Change>) => state.variables,
  });
  return { options, save, pending };
}

/** The public links of a location with the changes that are on their way, and how they are changed. */
export function useDestinations(locationId: string) {
  const { options, save, pending } = useSaveDestinations(locationId);
  const found = useQuery(options);
  const stored = found.data?.destinations ?? [];
  const list = pending.reduce((made, change) => change?.make(made) ?? made, stored);
  const change = (make: Change['make']) => save.mutate({ make });
  return {
    found,
    list,
    save,
    move(from: number, to: number) {
      const link = list[from];
      if (link !== undefined && to >= 0 && to < list.length) change((before) => move(before, link, to));
    },
    setHidden: (link: OwnDestination, hidden: boolean) => change((before) => setHidden(before, link, hidden)),
    remove: (link: OwnDestination) => change((before) => remove(before, link)),
    add: ({ label, url }: NewDestination) =>
      save.mutateAsync({ make: (before) => before, added: { label, url } }),
  };
}
