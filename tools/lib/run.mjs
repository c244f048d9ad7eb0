import { spawn } from 'node:child_process';

/**
 * Runs a program without a shell and without input, and captures its output.
 * @returns {Promise<{ code: number, output: string }>} code 127 when it could not be started, 128 when a signal ended it
 */
export function capture(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: error.message }));
    child.on('close', (code) =>
      resolve({ code: code ?? 128, output: Buffer.concat(chunks).toString('utf8') }),
    );
  });
}

/** Runs a program; its output is shown only when it fails, as the message of the rejection. */
export async function runQuietly(command, args, options = {}) {
  const { code, output } = await capture(command, args, options);
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with ${code}:\n${output.trim()}`);
}

/** Runs a program that prints to our output; resolves to its exit code (127 when it could not be started). */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 128));
  });
}
