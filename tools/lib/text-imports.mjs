// Server, guest and identity import style sheets, SVG and SQL as strings. In the bundles esbuild's loaders do this; this
// plugin does it for Vite and Vitest, so that tests see what production sees. Web's own files keep Vite's meaning.
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleConstants } from '../../guest/src/style-names.ts';
import { compileStyles } from './guest-styles.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const owners = ['guest', 'identity', 'server', 'simulators'].map((folder) => join(root, folder) + sep);
const PREFIX = '\0text-import:';

/**
 * A Vite plugin: `import css from './card.css'` inside guest, identity, server or simulators is the file's
 * text (`.css`, `.svg`, `.sql`), its compiled rules (`.embed.css`) or its bytes as a Uint8Array (`.woff2`). The names in
 * the style sheets of embeds are short, as in the build.
 */
export function textImports() {
  return {
    name: 'kindling-text-imports',
    enforce: 'pre',
    config: () => ({ define: styleConstants }),
    resolveId(source, importer) {
      if (importer === undefined || !/\.(css|svg|sql|woff2)$/.test(source)) return null;
      const from = importer.split('?')[0];
      if (!owners.some((owner) => from.startsWith(owner))) return null;
      const path = source.startsWith('.')
        ? resolve(dirname(from), source)
        : fileURLToPath(import.meta.resolve(source));
      // The suffix keeps other plugins from treating the module as a style sheet.
      return `${PREFIX}${path}.js`;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const path = id.slice(PREFIX.length, -'.js'.length);
      this.addWatchFile?.(path);
      if (path.endsWith('.embed.css')) return compileStyles(path);
      if (path.endsWith('.woff2')) {
        const base64 = (await readFile(path)).toString('base64');
        return `export default Uint8Array.from(atob('${base64}'), (c) => c.charCodeAt(0));`;
      }
      return `export default ${JSON.stringify(await readFile(path, 'utf8'))};`;
    },
  };
}
