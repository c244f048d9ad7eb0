import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { minifyContractRouter } from '@orpc/contract';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { api } from '../contract/src/api.ts';
import { sources } from '../contract/src/platforms.ts';
import { tokensCss } from '../design/src/css.ts';
import { styleConstants } from '../guest/src/style-names.ts';
import { languages } from '../locales/languages.ts';

const localesFolder = join(import.meta.dirname, '../locales');
const outDir = join(import.meta.dirname, '../dist/web');
const moduleId = 'virtual:kindling-build';
const tokensId = 'virtual:kindling-tokens.css';

/**
 * Leaves out of each route what only the API's document and the server's guard read. The library wants a `meta` of
 * each. It looks into `route` alone, because a group of routes may have such a name itself: `tags` is one.
 */
function withoutDocuments(key: string, value: unknown): unknown {
  if (key === 'meta') return {};
  if (key !== 'route') return value;
  const { summary, tags, successStatus, ...kept } = value as Record<string, unknown>;
  return kept;
}

/**
 * Provides one small module with the API's routes (method and address only), the sources of reviews, so that the contract's validation library stays out of the browser. Provides the design tokens as a
 * style sheet, and copies the locale files beside the app.
 */
function kindlingBuild(): Plugin {
  let target = outDir;
  return {
    name: 'kindling-build',
    configResolved(config) {
      target = config.build.outDir;
    },
    resolveId(id) {
      return id === moduleId || id === tokensId ? `\0${id}` : null;
    },
    async load(id) {
      if (id === `\0${tokensId}`) return tokensCss();
      if (id !== `\0${moduleId}`) return null;
      const routes = JSON.stringify(minifyContractRouter(api), withoutDocuments);
      return [
        `export const routes = JSON.parse(${JSON.stringify(routes)});`,
        `export const sources = ${JSON.stringify(sources)};`,
      ].join('\n');
    },
    async closeBundle() {
      for (const language of languages)
        await cp(join(localesFolder, language), join(target, 'locales', language), { recursive: true });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  define: styleConstants,
  plugins: [react(), kindlingBuild()],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: true,
    // The pages' policy forbids `data:` scripts, and a worker needs an address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The build moves them to a folder that is not served.
    sourcemap: 'hidden',
    rolldownOptions: {
      input: join(import.meta.dirname, 'app.html'),
      output: {
        codeSplitting: {
          groups: [
            // One file for what every screen loads, beside the entry, which the manifest must keep as an entry of its
            // own.
            {
              name: 'first',
              tags: ['$initial'],
              test: (id) => !id.endsWith('/src/main.tsx') && !id.endsWith('.html'),
            },
            // Code that several screens share, grouped by the screens that share it. Small pieces are merged, because
            // one more request costs more than they do.
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_500 },
          ],
        },
      },
    },
  },
});
