import { createHash } from 'node:crypto';
import { scrubText } from '@kindling/contract/error-scrub';

/** Characters of a line of a stack that are read. */
const maxFrameLength = 500;

/**
 * Two errors are the same when origin, message and the file of the top stack frame are equal. Ignores numbers, ids and
 * quoted words, which differ each time, and line, column and file hash, which differ between builds. A frame of another site is
 * no frame of ours, whatever its file is called.
 * @param error.origin with whatever else tells kinds apart
 * @param error.message scrubbed
 * @param error.stack bounded, and not scrubbed: only its top frame is, because this runs for every event
 * @param ownOrigin of our pages
 */
export function fingerprintOf(
  error: { origin: string; message: string; stack: string | null },
  ownOrigin: string,
): string {
  const words = error.message
    .replace(/(["'`]).*?\1/g, '…')
    .replace(/\b[0-9a-f]{8,}(?:-[0-9a-f]{4,})*\b/gi, '#')
    .replace(/\d+/g, '#');
  const frame = topFrame(error.stack ?? '');
  return createHash('sha256')
    .update(`${error.origin}\n${words}\n${foreignOrigin(frame, ownOrigin)}${fileOf(frame)}`)
    .digest('base64url')
    .slice(0, 32);
}

const topFrame = (stack: string): string =>
  stack
    .split('\n')
    .find((one) => /:\d+(?::\d+)?\)?\s*$/.test(one))
    ?.slice(0, maxFrameLength) ?? '';

/** Empty for our pages, and for what has no address, as frames of the server. */
function foreignOrigin(frame: string, ownOrigin: string): string {
  const origin = /\b[a-z][a-z\d+-]{0,30}:\/\/[^/\s()]{0,300}/i.exec(frame)?.[0].toLowerCase() ?? ownOrigin;
  return origin === ownOrigin || origin === 'file://' ? '' : `${origin}\n`;
}

/** The file of a stack frame, without the parts that change between builds. */
function fileOf(frame: string): string {
  const clean = scrubText(frame, maxFrameLength);
  const file = /([^/\\\s()]+):\d+(?::\d+)?\)?\s*$/.exec(clean)?.[1] ?? '';
  return file.replace(/:\d+$/, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
}
