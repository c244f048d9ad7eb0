import { fileURLToPath } from 'node:url';
import type { BuiltFolders } from './app.ts';

/** The bundle is in `dist/server`, the builds of the other workspaces beside it. */
export const builtFolders: BuiltFolders = {
  web: fileURLToPath(new URL('../web/', import.meta.url)),
  guest: fileURLToPath(new URL('../guest/', import.meta.url)),
  maps: fileURLToPath(new URL('../maps/', import.meta.url)),
};
