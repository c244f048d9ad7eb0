// Loaded with `--import`: Node reads the workspaces' sources as the bundles and the tests do, so that a benchmark can
// use the server's own functions. Screens are TypeScript with JSX; style sheets, drawings and SQL are strings.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { styleConstants } from '../../guest/src/style-names.ts';
import { compileStyles } from '../../tools/lib/guest-styles.mjs';

const asModule = (source) => ({ format: 'module', shortCircuit: true, source });
const transforming = { format: 'esm', jsx: 'automatic', define: styleConstants };
const read = (url, encoding) => readFileSync(fileURLToPath(url), encoding);

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:') || url.includes('/node_modules/')) return next(url, context);
    if (url.endsWith('.embed.css')) return asModule(compileStyles(fileURLToPath(url)));
    if (/\.(css|svg|sql)$/.test(url)) return asModule(`export default ${JSON.stringify(read(url, 'utf8'))};`);
    if (url.endsWith('.json') && context.importAttributes?.type === undefined)
      return asModule(`export default ${read(url, 'utf8')};`);
    if (url.endsWith('.woff2'))
      return asModule(`export default new Uint8Array(Buffer.from('${read(url, 'base64')}', 'base64'));`);
    const [, loader] = /\.(tsx?)$/.exec(url) ?? [];
    if (loader === 'tsx' || (loader === 'ts' && url.includes('/guest/src/')))
      return asModule(transformSync(read(url, 'utf8'), { ...transforming, loader }).code);
    return next(url, context);
  },
});
