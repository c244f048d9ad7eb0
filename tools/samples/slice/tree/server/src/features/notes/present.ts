import type { Note } from '@kindling/contract/notes';
import type { NoteRow } from './queries.ts';

export function presentNote({ id, text, created_at: createdAt }: NoteRow): Note {
  return { id, text, createdAt: createdAt.toISOString() };
}
