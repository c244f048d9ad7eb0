import { createHash } from 'node:crypto';

/**
 * What makes two errors the same: where they come from, what they say, and the first place of the stack. Numbers,
 * ids and quoted words differ from one time to the next; line, column and the hash of a file from build to build.
 */
export function fingerprintOf(error: { origin: string; message: string; stack: string | null }): string {
  const words = error.message
    .replace(/(["'`]).*?\1/g, '…')
    .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/gi, '#')
    .replace(/\d+/g, '#');
  return createHash('sha256')
    .update(`${error.origin}\n${words}\n${topFrameFile(error.stack ?? '')}`)
    .digest('base64url')
    .slice(0, 32);
}

/** The file of the first line that names a place, without what a new build changes. */
function topFrameFile(stack: string): string {
  const line = stack.split('\n').find((one) => /:\d+(?::\d+)?\)?\s*$/.test(one)) ?? '';
  const file = /([^/\\\s()]+):\d+(?::\d+)?\)?\s*$/.exec(line)?.[1] ?? '';
  return file.replace(/:\d+$/, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
}
