// How every Node program of the project is bundled.
import { guestStyles } from './guest-styles.mjs';

/** Our own workspaces are TypeScript and are bundled; packages of the registry stay external. */
const workspacesInside = {
  name: 'kindling-workspaces-inside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      if (kind === 'entry-point' || path.startsWith('@kindling/') || path.startsWith('#')) return undefined;
      // Node cannot import assets of packages (a font, a style sheet), so they are bundled.
      if (/\.(css|svg|woff2)$/.test(path)) return undefined;
      return { path, external: true };
    });
  },
};

/** Options for esbuild; the caller adds `entryPoints` and `outdir`. */
export const bundleOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  jsx: 'automatic',
  sourcemap: 'linked',
  legalComments: 'none',
  loader: { '.css': 'text', '.svg': 'text', '.sql': 'text', '.woff2': 'binary' },
  plugins: [workspacesInside, guestStyles],
  logLevel: 'error',
};
