import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Files that no build uses. */
const IGNORED = /(^|\/)(node_modules|dist|testing|\..+)(\/|$)|\.test\.[cm]?[jt]sx?$|\.md$/;

/**
 * Lists the files under `folder` that `paths` name (files, or folders with all they hold), sorted, with slashes.
 * Paths that do not exist are left out.
 */
export function listFiles(folder, paths) {
  const found = [];
  const visit = (path) => {
    const name = relative(folder, path).split(sep).join('/');
    if (IGNORED.test(name)) return;
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory()) for (const entry of readdirSync(path)) visit(join(path, entry));
    else if (stat?.isFile()) found.push({ name, mark: `${stat.mtimeMs}:${stat.size}` });
  };
  for (const path of paths) visit(join(folder, path));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Compares files with an earlier fingerprint: `{ [name]: [mark, hash] }`. A file with the same time and size is not
 * read again, so that an unchanged tree is checked in milliseconds. A file with a new time and the same content counts
 * as unchanged.
 * @returns {{ same: boolean, files: Record<string, [string, string]> }}
 */
export function fingerprint(folder, paths, remembered = {}) {
  const files = {};
  let same = true;
  for (const { name, mark } of listFiles(folder, paths)) {
    const before = remembered[name];
    const hash = before?.[0] === mark ? before[1] : hashFile(join(folder, name));
    if (before?.[1] !== hash) same = false;
    files[name] = [mark, hash];
  }
  if (Object.keys(remembered).length !== Object.keys(files).length) same = false;
  return { same, files };
}

function hashFile(path) {
  return createHash('sha256').update(readFileSync(path)).digest('base64url');
}
