/** The child process of logos.ts: receives a picture, answers with the same picture written anew, or null. */
import { sanitizePicture } from '../../lib/sanitize-picture.ts';

process.on('message', (bytes) => {
  if (bytes instanceof Uint8Array) process.send?.(sanitizePicture(Buffer.from(bytes)));
});
