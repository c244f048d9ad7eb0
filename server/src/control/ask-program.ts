import { CommandError, type CommandResult } from '../commands/command-result.ts';
import { createHttpClient, HttpClientError } from '../lib/http-client.ts';
import { readControlFile } from './control-file.ts';
import { commandAnswerSchema } from './control-server.ts';

/** Longer than any command takes. */
const timeoutMs = 6 * 3_600_000;

/**
 * Runs a command in the program that uses this data folder. Null when none runs.
 * @throws CommandError as the command does there
 */
export async function askProgram(
  dataFolder: string,
  words: readonly string[],
): Promise<CommandResult | null> {
  const address = await readControlFile(dataFolder);
  if (address === null) return null;
  const client = createHttpClient(`http://127.0.0.1:${address.port}`, { timeoutMs });
  try {
    const { status, json } = await client.call({
      method: 'POST',
      path: '/command',
      headers: { authorization: `Bearer ${address.token}` },
      json: { words },
    });
    const answer = commandAnswerSchema.safeParse(json);
    // A program that was killed leaves its file, and another one may have its port now.
    if (status !== 200 || !answer.success) return null;
    if (!('error' in answer.data)) return answer.data;
    throw Object.assign(new CommandError('failed', answer.data.error), { exitCode: answer.data.exitCode });
  } catch (error) {
    if (error instanceof HttpClientError && error.message.includes('ECONNREFUSED')) return null;
    throw error;
  }
}
