import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, ensureInstalled } from '../../setup.mjs';
import { root } from '../paths.mjs';
import { capture } from '../run.mjs';
import { assembleRelease } from './assemble.mjs';
import { platforms } from './packages.mjs';
import { writeArchive } from './tar.mjs';

/** Builds and makes what `args` ask for. Prints what it made; sets the exit code. */
export async function release(args) {
  try {
    const wanted = readArguments(args);
    await ensureInstalled({ tools: false });
    await ensureBuilt();
    const commit = wanted.commit ?? (await readCommit());
    if (wanted.folder !== undefined) {
      const files = await assembleRelease({
        platform: wanted.platforms[0],
        out: resolve(wanted.folder),
        commit,
      });
      console.log(`  ${wanted.folder}  ${megabytes(files)} MB`);
      return;
    }
    for (const platform of wanted.platforms) await makeArchive(platform, commit);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: { platform: { type: 'string' }, folder: { type: 'string' }, commit: { type: 'string' } },
  });
  const { platform = `${process.platform}-${process.arch}`, folder, commit } = values;
  const known = Object.keys(platforms);
  const wanted = platform === 'all' ? known : [platform];
  const unknown = wanted.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Error(`There is no release for ${unknown}; there are: ${known.join(', ')}, or all.`);
  if (folder !== undefined && wanted.length > 1) throw new Error('A folder holds the files of one platform.');
  return { platforms: wanted, folder, commit: commit || undefined };
}

/** The commit of the sources; null where they are no repository, or were changed. */
async function readCommit() {
  const changes = await capture('git', ['status', '--porcelain', '--untracked-files=no'], { cwd: root });
  if (changes.code !== 0 || changes.output !== '') return null;
  const { code, output } = await capture('git', ['rev-parse', 'HEAD'], { cwd: root });
  return code === 0 ? output.trim() : null;
}

async function makeArchive(platform, commit) {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const name = `kindling-${version}-${platform}`;
  const folder = join(root, 'artifacts/release');
  const archive = join(folder, `${name}.tar.gz`);
  const out = await mkdtemp(join(tmpdir(), 'kindling-release-'));
  try {
    const files = await assembleRelease({ platform, out, commit });
    await mkdir(folder, { recursive: true });
    await writeArchive(archive, out, files, name);
    const content = await readFile(archive);
    const sum = createHash('sha256').update(content).digest('hex');
    await writeFile(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
    console.log(`  ${archive.slice(root.length + 1)}  ${megabytes(files)} MB unpacked, ${sum}`);
  } finally {
    await rm(out, { recursive: true, force: true });
  }
}

function megabytes(files) {
  return (files.reduce((sum, { size }) => sum + size, 0) / 2 ** 20).toFixed(0);
}
