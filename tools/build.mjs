// Builds everything the program runs from into dist/. `node tools/build.mjs` builds all;
// `node tools/build.mjs server guest` builds only the named parts.

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { styleConstants } from '../guest/src/style-names.ts';
import { bundleOptions } from './lib/bundle-options.mjs';
import { guestStyles } from './lib/guest-styles.mjs';
import { root } from './lib/paths.mjs';
import { runQuietly } from './lib/run.mjs';

const dist = join(root, 'dist');

/** Bundles Node programs: our workspaces inside, packages of the registry outside. */
async function bundlePrograms(entryPoints, outdir) {
  const { build } = await import('esbuild');
  await build({ ...bundleOptions, entryPoints, outdir });
}

/** The server with its threads and child processes: name in dist/server to source. */
export const serverPrograms = {
  main: 'server/src/main.ts',
  'health-check': 'server/src/health-check.ts',
  'embedded-worker': 'server/src/db/embedded/worker.ts',
  'agreement-child': 'server/src/features/payments/agreement/agreement-child.ts',
  'avatar-child': 'server/src/features/avatars/avatar-child.ts',
  'logo-child': 'server/src/features/businesses/logo-child.ts',
  'code-child': 'server/src/features/codes/code-child.ts',
  'page-child': 'server/src/features/embeds/page-child.ts',
  'site-look-child': 'server/src/features/embeds/site-look/site-look-child.ts',
  'stack-child': 'server/src/features/errors/stack-child.ts',
  'report-child': 'server/src/features/reports/report-child.ts',
  'words-child': 'server/src/features/analytics/words-child.ts',
  'workbook-child': 'server/src/features/imports/workbook-child.ts',
};

async function buildServer() {
  const migrations = join(dist, 'server/migrations');
  await rm(join(dist, 'server'), { recursive: true, force: true });
  await bundlePrograms(
    Object.entries(serverPrograms).map(([out, source]) => ({ in: join(root, source), out })),
    join(dist, 'server'),
  );
  await mkdir(migrations, { recursive: true });
  const source = join(root, 'server/src/db/migrations');
  const files = (await readdir(source)).filter((name) => name.endsWith('.sql'));
  await Promise.all(files.map((name) => cp(join(source, name), join(migrations, name))));
}

async function buildSimulators() {
  await rm(join(dist, 'simulators'), { recursive: true, force: true });
  const source = join(root, 'simulators');
  const programs = (await readdir(source)).filter((name) => existsSync(join(source, name, 'main.ts')));
  await bundlePrograms(
    programs.map((name) => ({ in: join(source, name, 'main.ts'), out: name })),
    join(dist, 'simulators'),
  );
}

/** The small scripts of widgets and collection pages: for older browsers too, without a module loader. */
async function buildGuest() {
  const { build } = await import('esbuild');
  const folders = ['embed', 'collect'].map((part) => join(root, 'guest/src', part, 'client'));
  const files = (
    await Promise.all(
      folders.map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
    )
  )
    .flat()
    .filter((name) => /(?<!\.test|\.d)\.ts$/.test(name));
  await rm(join(dist, 'guest'), { recursive: true, force: true });
  await build({
    entryPoints: files.map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: join(dist, 'guest'),
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    loader: { '.css': 'text', '.svg': 'text' },
    plugins: [guestStyles],
    // Without a reference to the map.
    sourcemap: 'external',
    logLevel: 'error',
  });
  const out = join(dist, 'guest');
  await moveMaps(out, 'collect', async (script) => {
    // Widgets report nothing from other people's pages.
    if (script !== 'collect.js') return null;
    // The name that server/src/features/collect-pages/module.ts gives it.
    const hash = createHash('sha256')
      .update(await readFile(join(out, script)))
      .digest('base64url');
    return `${hash.slice(0, 16)}.js`;
  });
}

/** How the bundler names an asset in the sources of a map. It differs from build to build, and a release is reproducible. */
const fileReference = /ROLLDOWN_FILE_URL_[\w$-]+/g;

/**
 * Source maps are for the operator's error log. They are moved out of the folders that are served, into one folder for each
 * folder of addresses, under the name that a browser's stack has.
 * @param nameOf the name of the script in its address; null for a script without an address that reports
 */
async function moveMaps(from, folder, nameOf = (script) => script) {
  const to = join(dist, 'maps', folder);
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  for (const file of (await readdir(from)).filter((name) => name.endsWith('.js.map'))) {
    const name = await nameOf(file.replace(/\.map$/, ''));
    if (name !== null)
      await writeFile(
        join(to, `${name}.map`),
        (await readFile(join(from, file), 'utf8')).replaceAll(fileReference, 'FILE_URL'),
      );
    await rm(join(from, file));
  }
}

/** Writes a .br and a .gz file beside every static text file. */
async function compressAssets(out) {
  for (const folder of ['assets', 'locales']) {
    for (const name of await readdir(join(out, folder), { recursive: true })) {
      if (!/\.(js|css|json|svg)$/.test(name)) continue;
      const file = join(out, folder, name);
      const bytes = await readFile(file);
      await writeFile(
        `${file}.br`,
        brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      );
      await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
    }
  }
}

/**
 * The scripts of the public pages (`*.entry.ts` of web/src/site), beside the app's own files.
 * @returns {Promise<Record<string, string>>} source, from web/src/site, to address
 */
async function buildSiteScripts(out) {
  const { build } = await import('esbuild');
  const site = join(root, 'web/src/site');
  const names = (await readdir(site, { recursive: true })).filter((name) => name.endsWith('.entry.ts'));
  const { metafile } = await build({
    entryPoints: names.map((name) => ({ in: join(site, name), out: basename(name, '.entry.ts') })),
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2022',
    // The gallery's samples have the behavior of widgets, which names their classes.
    define: styleConstants,
    legalComments: 'none',
    sourcemap: 'external',
    metafile: true,
    logLevel: 'error',
  });
  return Object.fromEntries(
    Object.entries(metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint !== undefined)
      .map(([file, { entryPoint }]) => [
        entryPoint.replace(/^web\/src\/site\//, ''),
        `/assets/${basename(file)}`,
      ]),
  );
}

/** Builds the app with Vite, then the public pages with a program of web that writes their HTML beside the app. */
async function buildWeb() {
  const out = join(dist, 'web');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const flags = ['--outDir', out, '--emptyOutDir', '--manifest', '--logLevel', 'warn'];
  await runQuietly(process.execPath, [vite, 'build', ...flags], { cwd: join(root, 'web') });
  const prerender = join(root, 'web/src/site/prerender.tsx');
  if (!(await exists(prerender))) return;
  const folder = join(dist, '.prerender');
  await bundlePrograms([{ in: prerender, out: 'prerender' }], folder);
  const scripts = JSON.stringify(await buildSiteScripts(out));
  await runQuietly(process.execPath, [join(folder, 'prerender.js'), out, scripts], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await moveMaps(join(out, 'assets'), 'assets');
  await compressAssets(out);
  await rm(folder, { recursive: true, force: true });
}

/** Builds the React package for publishing: plain modules, their types, its own package.json. */
async function buildReact() {
  const [{ build }, { isolatedDeclarationSync }] = await Promise.all([
    import('esbuild'),
    import('rolldown/experimental'),
  ]);
  const source = join(root, 'react/src');
  const out = join(dist, 'react');
  const entries = ['index.tsx', 'server.ts'];
  await rm(out, { recursive: true, force: true });
  await build({
    entryPoints: entries.map((name) => join(source, name)),
    outdir: out,
    bundle: true,
    splitting: true,
    platform: 'neutral',
    format: 'esm',
    target: 'es2020',
    jsx: 'automatic',
    external: ['react'],
    legalComments: 'none',
    logLevel: 'error',
  });
  for (const name of entries) {
    const { code, errors } = isolatedDeclarationSync(name, await readFile(join(source, name), 'utf8'));
    if (errors.length > 0)
      throw new Error(`The types of react/src/${name} cannot be written: ${errors[0].message}`);
    await writeFile(join(out, name.replace(/\.tsx?$/, '.d.ts')), code);
  }
  const manifest = JSON.parse(await readFile(join(root, 'react/package.json'), 'utf8'));
  const { name, version, description, license, type, peerDependencies } = manifest;
  const ofEntry = (entry) => ({ types: `./${entry}.d.ts`, default: `./${entry}.js` });
  const published = {
    ...{ name, version, description, license, type, sideEffects: false },
    exports: { '.': ofEntry('index'), './server': ofEntry('server') },
    peerDependencies,
  };
  await writeFile(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  await cp(join(root, 'react/README.md'), join(out, 'README.md'));
  await cp(join(root, 'LICENSE'), join(out, 'LICENSE'));
}

async function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

const steps = {
  server: buildServer,
  simulators: buildSimulators,
  guest: buildGuest,
  web: buildWeb,
  react: buildReact,
};

/**
 * Builds the named parts (all when none is named) one after the other and prints a line for each. Rejects at the first
 * failure; the parts built before it stay.
 */
export async function build(names = Object.keys(steps)) {
  for (const name of names) {
    const step = steps[name];
    if (step === undefined)
      throw new Error(`Unknown part "${name}"; known: ${Object.keys(steps).join(', ')}.`);
    const started = performance.now();
    await step();
    console.log(`  built ${name.padEnd(10)} ${Math.round(performance.now() - started)} ms`);
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const names = process.argv.slice(2);
  try {
    await build(names.length > 0 ? names : undefined);
  } catch (error) {
    console.error(`The build failed. ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
