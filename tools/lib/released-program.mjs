// For tests only: runs the program of a release as an operator would who lets it write nothing but its data.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../service/src/testing/free-port.ts';

const USER = 10_001;
/**
 * In a name space of its own for mounts: the program in /opt and Node in /mnt, both read-only as everything else is, data in /srv,
 * and an empty /tmp. Then it becomes an ordinary user without any right.
 */
const ISOLATE = `set -e
mount --bind "$RELEASE" /opt
mount --bind "$NODE_FOLDER" /mnt
mount --bind "$DATA" /srv
mount -t tmpfs -o mode=1777 tmpfs /tmp
for folder in / /opt /mnt; do mount -o remount,ro,bind "$folder"; done
cd /
exec setpriv --reuid=${USER} --regid=${USER} --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
  env -u RELEASE -u NODE_FOLDER -u DATA "$@"`;

/** Whether this machine can do that: as root, and in a container only where it may mount. */
const canIsolate =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', '--propagation', 'private', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status ===
    0 &&
  spawnSync('setpriv', ['--version']).status === 0;

/** Starts the program in `release` on free ports with an empty data folder. @param env further settings */
export async function startReleased(release, env) {
  const [port, identityPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  const dataFolder = mkdtempSync(join(tmpdir(), 'kindling-released-data-'));
  if (canIsolate) chownSync(dataFolder, USER, USER);
  else chmodSync(release, 0o555);
  const settings = {
    PATH: canIsolate ? '/mnt:/usr/bin:/bin' : `${dirname(process.execPath)}:/usr/bin:/bin`,
    PORT: String(port),
    IDENTITY_PORT: String(identityPort),
    KINDLING_METRICS_PORT: String(metricsPort),
    KINDLING_DATA: canIsolate ? '/srv' : dataFolder,
    SMTP_URL: 'smtp://127.0.0.1:1',
    ...env,
  };
  const run = (words, more) => spawnProgram(release, dataFolder, { ...settings, ...more }, words);
  const { child, ended, text } = run([]);
  const ready = new Promise((resolve, reject) => {
    child.stdout.on('data', () => text().includes(' is ready: ') && resolve());
    void ended.then(() => reject(new Error(`The program ended before it was ready: ${text()}`)));
  });
  ready.catch(() => {});
  return {
    ...{ ready, dataFolder, isolated: canIsolate },
    url: `http://localhost:${port}`,
    identityUrl: `http://localhost:${identityPort}`,
    /** Runs a command to its end, in the same way. @param more other settings than those of the running program */
    async run(words, more) {
      const command = run(words, more);
      return { code: await command.ended, output: command.text() };
    },
    /** Asks it to stop. @returns its exit code */
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      if (!canIsolate) chmodSync(release, 0o755);
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

function spawnProgram(release, dataFolder, settings, words) {
  const folders = { RELEASE: release, NODE_FOLDER: dirname(process.execPath), DATA: dataFolder };
  // unshare and sh become the program, so signals reach it.
  const isolated = ['-m', '--propagation', 'private', 'sh', '-c', ISOLATE, 'sh', '/opt/kindling', ...words];
  const child = canIsolate
    ? spawn('unshare', isolated, { env: { ...settings, ...folders }, cwd: '/' })
    : spawn(join(release, 'kindling'), words, { env: settings, cwd: '/' });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  return {
    child,
    text: () => Buffer.concat(chunks).toString(),
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
  };
}
