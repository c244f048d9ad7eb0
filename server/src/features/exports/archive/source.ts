/** Something of an account as files of its archive, in steps that can be done one after another by several processes. */

/** What a step adds to the archive. */
export type ArchivePiece =
  /** Begins a file. */
  { begin: string } | { write: Buffer } | { end: true };

export interface ArchiveStep {
  pieces: readonly ArchivePiece[];
  /** Where the next step goes on; null when this was the last one. */
  next: string | null;
}

export interface ArchiveSource {
  /** Unique among the sources. */
  name: string;
  /** @param position null for the first step */
  step(position: string | null): Promise<ArchiveStep>;
}

/** A file that fits a piece. */
export function wholeFile(name: string, content: Buffer): ArchivePiece[] {
  return [{ begin: name }, { write: content }, { end: true }];
}
