/**
 * Runs commands of the operator inside the running program, because only one process can open the embedded database. It
 * listens on the loopback interface only, for whoever can read the token in the data folder.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { CommandError, type CommandResult, exitCodes } from '../commands/command-result.ts';
import type { Log } from '../lib/log.ts';
import { sha256Hex } from '../lib/secret-box.ts';
import { removeControlFile, writeControlFile } from './control-file.ts';

const maxBodyBytes = 64 * 1024;
/** A command may take minutes; without a byte for so long the caller would give up. */
const aliveMs = 10_000;

const requestSchema = z.strictObject({ words: z.array(z.string().max(4096)).min(1).max(20) });
export const commandAnswerSchema = z.union([
  z.object({ lines: z.array(z.string()), json: z.record(z.string(), z.unknown()), exitCode: z.int() }),
  z.object({ error: z.string(), exitCode: z.int() }),
]);
export type CommandAnswer = z.infer<typeof commandAnswerSchema>;

/**
 * @param run null for a command that does not run inside the program
 * @returns what ends it
 */
export async function startControlServer(
  dataFolder: string,
  log: Log,
  run: (words: readonly string[]) => Promise<CommandResult> | null,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    if (!isAllowed(request, token)) {
      response.writeHead(404).end();
      return;
    }
    void answer(request, response, run, log);
  });
  // Both are for requests of strangers; a command may take longer.
  server.requestTimeout = 10_000;
  server.headersTimeout = 5_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await writeControlFile(dataFolder, { port, token, pid: process.pid });
  return async () => {
    await removeControlFile(dataFolder);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

/** A browser cannot send this request: it is no simple one, and no answer allows another. */
function isAllowed({ method, url, headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(sha256Hex(headers.authorization ?? ''));
  const wanted = Buffer.from(sha256Hex(`Bearer ${token}`));
  return method === 'POST' && url === '/command' && timingSafeEqual(given, wanted);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  run: (words: readonly string[]) => Promise<CommandResult> | null,
  log: Log,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const alive = setInterval(() => response.write(' '), aliveMs);
  try {
    const { words } = requestSchema.parse(JSON.parse(await readBody(request)));
    const running = run(words);
    const result = running === null ? unknownCommand : withCode(await running);
    response.end(JSON.stringify(result));
  } catch (error) {
    if (!(error instanceof CommandError)) log.warn({ err: error }, 'A command failed');
    const failure: CommandAnswer = {
      error: error instanceof Error ? error.message : String(error),
      exitCode: error instanceof CommandError ? error.exitCode : exitCodes.failed,
    };
    response.end(JSON.stringify(failure));
  } finally {
    clearInterval(alive);
  }
}

const unknownCommand: CommandAnswer = {
  error: 'the running program does not know the command; it may be of another version.',
  exitCode: exitCodes.usage,
};
const withCode = (result: CommandResult): CommandAnswer => ({
  ...result,
  exitCode: result.exitCode ?? exitCodes.ok,
});

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > maxBodyBytes) throw new CommandError('usage', 'the command is too long.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
