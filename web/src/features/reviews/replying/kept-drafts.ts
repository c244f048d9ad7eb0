/**
 * The replies that are being written, by review, and those whose composer was closed before everything was saved: a save may
 * fail, and a conflict waits for the person's choice.
 */
import type { OwnReview } from '@kindling/contract/reviews';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createDraftSession, type DraftSession } from './draft-session.ts';

interface Kept {
  session: DraftSession;
  /** Composers that show it. */
  composers: number;
}

/** By client, which lives as long as the session of a person. */
const stores = new WeakMap<QueryClient, Map<string, Kept>>();
const listeners = new Set<() => void>();

export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function storeOf(queries: QueryClient): Map<string, Kept> {
  const known = stores.get(queries) ?? new Map<string, Kept>();
  stores.set(queries, known);
  return known;
}

/** Forgets what needs nothing any more, and tells who shows drafts. */
function refresh(queries: QueryClient, id: string): void {
  const kept = storeOf(queries).get(id);
  if (kept?.composers === 0 && kept.session.isStored() && kept.session.read().aside === null)
    storeOf(queries).delete(id);
  for (const listener of listeners) listener();
}

/** The draft that was left open, or a new one from the review. */
export function openDraft(queries: QueryClient, review: OwnReview): DraftSession {
  const { id } = review;
  const kept = storeOf(queries).get(id);
  if (kept !== undefined && (kept.composers > 0 || !kept.session.isStored())) return kept.session;
  // The stored text may be newer than the one that was left here.
  const aside = kept?.session.read().aside ?? null;
  return createDraftSession(queries, review, aside, () => refresh(queries, id));
}

/** Keeps a draft while a composer shows it. @returns what ends that */
export function showDraft(queries: QueryClient, id: string, session: DraftSession): () => void {
  const store = storeOf(queries);
  const known = store.get(id);
  const kept = known?.session === session ? known : { session, composers: 0 };
  store.set(id, kept);
  kept.composers += 1;
  session.resume();
  refresh(queries, id);
  return () => {
    kept.composers -= 1;
    session.save();
    refresh(queries, id);
  };
}

/** After the draft was sent as the reply. One that is not being sent stays: a failed reply can be sent again beside it. */
export function forgetSentDraft(queries: QueryClient, id: string): void {
  if (storeOf(queries).get(id)?.session.isStopped()) forgetDraft(queries, id);
}

export function forgetDraft(queries: QueryClient, id: string): void {
  storeOf(queries).delete(id);
  refresh(queries, id);
}

/** Whether a draft is to be continued: one that is stored, or one that was left open here. */
export function useHasDraft({ id, draft }: OwnReview): boolean {
  const queries = useQueryClient();
  const isKept = useSyncExternalStore(subscribeToDrafts, () => storeOf(queries).has(id));
  return isKept || draft !== null;
}
