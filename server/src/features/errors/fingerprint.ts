import { createHash } from 'node:crypto';
import { scrubText } from '@kindling/contract/error-scrub';

/** Characters of a line of a stack that are read. */
const maxFrameLength = 500;

/**
 * Two errors are the same when origin, message and the file of the top stack frame are equal. Ignores numbers, ids and
 * quoted words, which differ each time, and line, column and file hash, which differ between builds.
 * @param error.message scrubbed
 * @param error.stack bounded, and not scrubbed: only its top frame is, because this runs for every event
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
  const clean = scrubText(line, maxFrameLength);
  const file = /([^/\\\s()]+):\d+(?::\d+)?\)?\s*$/.exec(clean)?.[1] ?? '';
  return file.replace(/:\d+$/, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
}
