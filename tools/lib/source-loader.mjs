// Loaded with `--import`, or by a program before it imports sources: Node reads the workspaces' sources as the bundles do,
// so that tests and benchmarks can use the product's own functions. Screens are TypeScript with JSX; style sheets, drawings
// and SQL are strings, fonts are bytes, and the style sheets of embeds are their compiled rules.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { styleConstants } from '../../guest/src/style-names.ts';
import { compileStyles } from './guest-styles.mjs';

const asModule = (source) => ({ format: 'module', shortCircuit: true, source });
const transforming = { format: 'esm', jsx: 'automatic', define: styleConstants };
const read = (url, encoding) => readFileSync(fileURLToPath(url), encoding);

registerHooks({
  load(url, context, next) {
    if (!url.startsWith('file:')) return next(url, context);
    // A test runner adds a query to the address of a test.
    const { pathname } = new URL(url);
    if (pathname.endsWith('.embed.css')) return asModule(compileStyles(fileURLToPath(url)));
    if (/\.(css|svg|sql)$/.test(pathname))
      return asModule(`export default ${JSON.stringify(read(url, 'utf8'))};`);
    if (pathname.endsWith('.woff2'))
      return asModule(`export default new Uint8Array(Buffer.from('${read(url, 'base64')}', 'base64'));`);
    if (pathname.includes('/node_modules/')) return next(url, context);
    if (pathname.endsWith('.json') && context.importAttributes?.type === undefined)
      return asModule(`export default ${read(url, 'utf8')};`);
    const [, loader] = /\.(tsx?)$/.exec(pathname) ?? [];
    if (loader === 'tsx' || (loader === 'ts' && pathname.includes('/guest/src/')))
      return asModule(transformSync(read(url, 'utf8'), { ...transforming, loader }).code);
    return next(url, context);
  },
});
