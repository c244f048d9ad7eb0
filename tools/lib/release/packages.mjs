// Which packages of the lock file a release needs on a platform, and a lock file of these alone.

/** Platforms for which releases are made: those for which all our native packages have a binary. */
export const platforms = {
  'linux-x64': { os: 'linux', cpu: 'x64', libc: 'glibc' },
  'linux-arm64': { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  'darwin-x64': { os: 'darwin', cpu: 'x64' },
  'darwin-arm64': { os: 'darwin', cpu: 'arm64' },
  'win32-x64': { os: 'win32', cpu: 'x64' },
};

/**
 * The lock file's entries that the workspace `start` needs at run time, by path: workspaces, and packages for the platform.
 * @param leftOut names of packages that are not followed
 * @throws Error when a needed package is not in the lock file, or a native one has no binary for the platform
 */
export function findNeeded(lock, start, platform, leftOut = []) {
  const found = new Map();
  const waiting = [start];
  while (waiting.length > 0) {
    const path = waiting.pop();
    const entry = lock.packages[path];
    if (found.has(path)) continue;
    const optional = chooseOptional(lock, path, platform);
    found.set(path, {
      ...entry,
      ...(optional === undefined ? {} : { optionalDependencies: optional.chosen }),
    });
    for (const name of [...neededNames(entry), ...Object.keys(optional?.chosen ?? {})]) {
      if (leftOut.includes(name)) continue;
      const target = resolvePath(lock, path, name);
      if (target === undefined) throw new Error(`package-lock.json has no ${name}, which ${path} needs.`);
      waiting.push(target);
    }
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What must be there: dependencies, and peers that are not optional. */
function neededNames({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, ...entry }) {
  const isOptional = (name) => entry.peerDependenciesMeta?.[name]?.optional === true;
  return [
    ...Object.keys(dependencies).filter((name) => optionalDependencies[name] === undefined),
    ...Object.keys(peerDependencies).filter((name) => !isOptional(name)),
  ];
}

/** The optional dependencies that this platform has: binaries of native packages are declared so. */
function chooseOptional(lock, path, platform) {
  const wanted = Object.entries(lock.packages[path].optionalDependencies ?? {});
  if (wanted.length === 0) return undefined;
  const known = wanted.flatMap(([name, range]) => {
    const target = resolvePath(lock, path, name);
    return target === undefined ? [] : [{ name, range, entry: lock.packages[target] }];
  });
  const chosen = known.filter(({ entry }) => isFor(entry, platform));
  const binaries = known.filter(({ entry }) => entry.os !== undefined || entry.cpu !== undefined);
  if (binaries.length > 0 && !binaries.some(({ entry }) => isFor(entry, platform)))
    throw new Error(`${path} has no binary for ${platform.os} on ${platform.cpu}.`);
  return { chosen: Object.fromEntries(chosen.map(({ name, range }) => [name, range])) };
}

function isFor({ os, cpu, libc }, platform) {
  const matches = (list, value) => list === undefined || list.includes(value);
  return (
    matches(os, platform.os) &&
    matches(cpu, platform.cpu) &&
    (platform.libc === undefined || matches(libc, platform.libc))
  );
}

/** The entry that Node finds for `name` from a file of `path`: the nearest `node_modules` above it. */
function resolvePath({ packages }, path, name) {
  let at = path;
  for (;;) {
    const candidate = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    const entry = packages[candidate];
    if (entry !== undefined) return entry.link === true ? entry.resolved : candidate;
    if (at === '') return undefined;
    const nested = at.lastIndexOf('/node_modules/');
    at = nested === -1 ? '' : at.slice(0, nested);
  }
}

export const isPackage = (path) => path.includes('node_modules/');
export const nameOf = (path) => path.split('node_modules/').at(-1);

/**
 * The files that make npm install exactly `needed`: a package.json for the root and each workspace, and the lock file.
 * @returns {Map<string, object>} path to content
 */
export function stagedManifests(lock, needed) {
  const workspaces = [...needed].filter(([path]) => !isPackage(path));
  const { name, version } = lock;
  const root = { name, version, private: true, workspaces: workspaces.map(([path]) => path) };
  const packages = { '': root };
  const files = new Map([['package.json', root]]);
  for (const [path, { name: own, version: ownVersion, dependencies }] of workspaces) {
    const manifest = { name: own, version: ownVersion, dependencies };
    files.set(`${path}/package.json`, { ...manifest, private: true });
    packages[path] = manifest;
    packages[`node_modules/${own}`] = { resolved: path, link: true };
  }
  for (const [path, entry] of needed) if (isPackage(path)) packages[path] = entry;
  files.set('package-lock.json', { name, version, lockfileVersion: 3, requires: true, packages });
  return files;
}
