import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { version as reactVersion } from 'react';
import type { BuiltScripts } from './formats.ts';

/**
 * Changes whenever the same snapshot could give other bytes. The renderer is built into the program's own file, this
 * one, so the file stands for it; that other changes of the program count too costs one rendering per embed.
 */
export function rendererVersion({ clientScripts, frameScript }: BuiltScripts): string {
  const hash = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
  for (const part of [...Object.values(clientScripts), frameScript, reactVersion])
    hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 22);
}
