/**
 * Writes an address to a tag by Web NFC, which Chrome for Android has (W3C Web NFC; platform support: MDN). The browser asks
 * for permission, then waits until somebody holds a tag to the phone.
 */

/** What went wrong, by the rejections that the standard names. */
export const tagProblems = [
  /** The permission was refused, or the tag may not be overwritten. */
  'not-allowed',
  /** This phone has no NFC, or the tag is of another kind. */
  'not-supported',
  /** NFC is switched off, or another app uses it. */
  'not-readable',
  /** The tag was taken away too early. */
  'moved',
  'canceled',
  'unknown',
] as const;
export type TagProblem = (typeof tagProblems)[number];

interface TagWriter {
  write(
    message: { records: { recordType: 'url'; data: string }[] },
    options: { overwrite: boolean; signal: AbortSignal },
  ): Promise<void>;
  makeReadOnly?(options: { signal: AbortSignal }): Promise<void>;
}

declare global {
  interface Window {
    NDEFReader?: new () => TagWriter;
  }
}

export function canWriteTags(): boolean {
  return 'NDEFReader' in window;
}

/** Whether the browser can lock a tag, which nobody can undo. */
export function canLockTags(): boolean {
  return window.NDEFReader?.prototype.makeReadOnly !== undefined;
}

const problems: Readonly<Record<string, TagProblem>> = {
  AbortError: 'canceled',
  NotAllowedError: 'not-allowed',
  NotSupportedError: 'not-supported',
  NotReadableError: 'not-readable',
  NetworkError: 'moved',
};

/** @returns null when it is written */
export async function writeTag(url: string, signal: AbortSignal): Promise<TagProblem | null> {
  return attempt((writer) =>
    writer.write({ records: [{ recordType: 'url', data: url }] }, { overwrite: true, signal }),
  );
}

/** @returns null when it is locked */
export async function lockTag(signal: AbortSignal): Promise<TagProblem | null> {
  return attempt(async (writer) => {
    if (writer.makeReadOnly === undefined) throw new DOMException('', 'NotSupportedError');
    await writer.makeReadOnly({ signal });
  });
}

async function attempt(work: (writer: TagWriter) => Promise<void>): Promise<TagProblem | null> {
  const Writer = window.NDEFReader;
  if (Writer === undefined) return 'not-supported';
  try {
    await work(new Writer());
    return null;
  } catch (error) {
    return (error instanceof DOMException ? problems[error.name] : undefined) ?? 'unknown';
  }
}
