import { runQuietly } from './run.mjs';

/** Runs npm: the one that runs our script, otherwise that of the machine. Rejects with its output when it fails. */
export async function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli !== undefined && /\.c?js$/.test(cli)) await runQuietly(process.execPath, [cli, ...args], options);
  else if (process.platform === 'win32') await runQuietly('npm.cmd', args, { ...options, shell: true });
  else await runQuietly('npm', args, options);
}
