import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runNpm } from '../npm.mjs';
import { root } from '../paths.mjs';
import { isPackage, stagedManifests } from './packages.mjs';

/**
 * Installs exactly the packages of `needed` for a platform, which may be another one than this machine's, without running
 * their scripts. `out/node_modules` gets them, and `out/dist/server/node_modules` those of which the server has its own version.
 */
export async function installPackages(lock, needed, { os, cpu, libc }, out) {
  const staging = await mkdtemp(join(tmpdir(), 'kindling-release-'));
  try {
    for (const [path, content] of stagedManifests(lock, needed)) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), JSON.stringify(content));
    }
    await cp(join(root, '.npmrc'), join(staging, '.npmrc'));
    const platform = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])];
    await runNpm(
      ['ci', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', ...platform],
      { cwd: staging },
    );
    await copyPackages(needed, staging, out);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Copies the packages of `needed` from a folder in which they are installed. @throws Error when one is another version */
export async function copyPackages(needed, from, out) {
  for (const [path, { version }] of needed) if (isPackage(path)) await copyPackage(from, path, version, out);
}

async function copyPackage(folder, path, version, out) {
  const source = join(folder, path);
  const file = join(source, 'package.json');
  const installed = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')).version : undefined;
  if (installed !== version)
    throw new Error(`${path} is to be ${version}, and is ${installed ?? 'not installed'}.`);
  const nested = join(source, 'node_modules');
  // The bundle of the server and all inside of it is in dist/server.
  await cp(source, join(out, path.replace(/^server\//, 'dist/server/')), {
    recursive: true,
    filter: (from) => from !== nested,
  });
}
