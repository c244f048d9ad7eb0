import { readdir, rm, rmdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** Never removed: the texts of licenses. */
export const LICENSE_FILE = /^(licen[cs]es?|copying|notice|third[-_]?party)/i;
/** Files of packages that a running program does not read: types, sources, maps, documents, settings of tools. */
const UNUSED_FILE =
  /\.([cm]?tsx?|map|flow|md|markdown|tsbuildinfo|gypi?|cc?|cpp|hh?|hpp|coffee|ya?ml|nix|tgz|sh)$|[.-](test|spec)\.[cm]?jsx?$|^(\..*|tsconfig.*\.json|makefile|authors|changelog|changes|history|contributors?|readme|eslint\.config\..*|vitest\.config\..*|rollup\.config\..*|package-lock\.json|bower\.json|karma\.conf\..*)$/i;
/** Folders that only the package's own developers use: these names at its top, and these anywhere. */
const UNUSED_FOLDER =
  /^(\..+|tests?|spec|integration|bench(marks?)?|examples?|docs?|coverage|scripts|typings)$/i;
const TESTS_FOLDER = /^__(tests|mocks|snapshots|fixtures)__$/;
/** What single packages have beyond that. */
const UNUSED_OF = {
  // Extensions of PostgreSQL that no migration creates.
  '@electric-sql/pglite': /^dist\/[^/]+\.tar\.gz$/,
  // Two halves of the file that is read.
  '@ip-location-db/geo-whois-asn-country-mmdb': /-ipv[46]\.mmdb$/,
  // Larger sets of words than the one that is imported.
  eld: /^src\/ngrams\/(large|medium|small)\.js$/,
};

/** Removes from the package in `folder` what a running program does not need; nested packages are left alone. */
export async function prunePackage(folder, name) {
  await pruneFolder(folder, '', UNUSED_OF[name]);
}

async function pruneFolder(top, inner, own) {
  const folder = join(top, inner);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    if (entry.isDirectory()) {
      if (entry.name === 'node_modules') continue;
      if (TESTS_FOLDER.test(entry.name) || (inner === '' && UNUSED_FOLDER.test(entry.name)))
        await rm(join(top, path), { recursive: true });
      else await pruneFolder(top, path, own);
    } else if (!isKept(path) || own?.test(path)) await rm(join(top, path));
  }
  if (inner !== '' && (await readdir(folder)).length === 0) await rmdir(folder);
}

function isKept(path) {
  const name = basename(path);
  return LICENSE_FILE.test(name) || !UNUSED_FILE.test(name);
}
