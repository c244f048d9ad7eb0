import { type PipelineSettings, pipelineSettingsSchema } from '@kindling/contract/pipeline-settings';
import { sameDraft } from '../../../lib/draft/draft.ts';
import { readStored, writeStored } from '../../../lib/storage.ts';

export interface PipelineDraft {
  name: string;
  slug: string;
  settings: PipelineSettings;
}

export interface StoredDraft {
  /** The version that the draft was made from. */
  updatedAt: string;
  draft: PipelineDraft;
}

/** A draft that the server has stored. */
export interface SavedDraft {
  /** The version that the draft was made from. */
  from: string;
  draft: PipelineDraft;
  /** The version that the server made of it. */
  updatedAt: string;
}

const storage = () => localStorage;
const keyOf = (id: string) => `pipelineDraft:${id}`;

/** What was typed before and not saved; null for nothing, or for what this version cannot read. */
export function readDraft(id: string): StoredDraft | null {
  const text = readStored(storage, keyOf(id));
  if (text === null) return null;
  try {
    const { updatedAt, draft }: Partial<StoredDraft> = JSON.parse(text);
    const settings = pipelineSettingsSchema.safeParse(draft?.settings);
    if (!settings.success || typeof updatedAt !== 'string') return null;
    const { name, slug } = draft ?? {};
    return typeof name === 'string' && typeof slug === 'string'
      ? { updatedAt, draft: { name, slug, settings: settings.data } }
      : null;
  } catch {
    return null;
  }
}

/** Keeps a draft on this device; null removes it. */
export function writeDraft(id: string, stored: StoredDraft | null): void {
  writeStored(storage, keyOf(id), stored === null ? null : JSON.stringify(stored));
}

/** Removes a draft that was saved. What was typed since then stays, and was made from the version that was saved. */
export function settleDraft(id: string, { from, draft, updatedAt }: SavedDraft): void {
  const stored = readDraft(id);
  if (stored?.updatedAt !== from) return;
  writeDraft(id, sameDraft(stored.draft, draft) ? null : { updatedAt, draft: stored.draft });
}
