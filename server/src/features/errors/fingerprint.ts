import { createHash } from 'node:crypto';

/**
 * Two errors are the same when origin, message and the file of the top stack frame are equal. Ignores numbers, ids and
 * quoted words, which differ each time, and line, column and file hash, which differ between builds.
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

/** The file of the first stack frame, without the parts that change between builds. */
function topFrameFile(stack: string): string {
  const line = stack.split('\n').find((one) => /:\d+(?::\d+)?\)?\s*$/.test(one)) ?? '';
  const file = /([^/\\\s()]+):\d+(?::\d+)?\)?\s*$/.exec(line)?.[1] ?? '';
  return file.replace(/:\d+$/, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
}
