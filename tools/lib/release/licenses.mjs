import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nameOf } from './packages.mjs';
import { LICENSE_FILE } from './prune.mjs';

const RULE = '-'.repeat(80);

/**
 * The licenses of packages, as their texts ask for.
 * @param packages of the lock file: path to entry
 * @param {string[]} folders in which a package is looked for, the first one first
 */
export async function licenseTexts(packages, folders) {
  const parts = new Map();
  for (const [path, entry] of packages) {
    const folder = folders.map((one) => join(one, path)).find((one) => existsSync(join(one, 'package.json')));
    if (folder === undefined) throw new Error(`${path} is not installed, so its license cannot be read.`);
    const title = `${nameOf(path)} ${entry.version}`;
    parts.set(title, `${RULE}\n${title}\n${RULE}\n\n${await licenseOf(folder)}\n`);
  }
  const titles = [...parts.keys()].sort();
  return `Kindling contains these packages, or scripts made of them, under the licenses that follow.\n\n${titles.map((title) => parts.get(title)).join('\n')}`;
}

async function licenseOf(folder) {
  const { license, author, homepage } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const owner = typeof author === 'string' ? author : author?.name;
  const named = typeof license === 'string' ? license : license?.type;
  if (named === undefined && texts.length === 0) throw new Error(`${folder} names no license.`);
  const about = [
    `License: ${named ?? 'see below'}`,
    owner && `Author: ${owner}`,
    homepage && `Home: ${homepage}`,
  ];
  return [about.filter(Boolean).join('\n'), ...texts.map((text) => text.trim())].join('\n\n');
}
