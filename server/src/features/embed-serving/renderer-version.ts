import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version as reactVersion } from 'react';
import type { BuiltScripts } from './formats.ts';

/**
 * Changes whenever the same snapshot could be rendered to other bytes. The renderer is bundled into the program's own
 * file, so the hash of that file covers it. Other changes of the program count too; each costs one rendering per embed.
 */
export function rendererVersion({ clientScripts, frameScript, pageScripts }: BuiltScripts): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const part of [...Object.values({ ...clientScripts, ...pageScripts }), frameScript, reactVersion])
    hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 22);
}
