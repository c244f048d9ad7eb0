/** Where a running program with the embedded database can be asked to run a command: its files belong to its process. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { replaceFile } from '../lib/replace-file.ts';

const controlSchema = z.object({ port: z.int(), token: z.string(), pid: z.int() });
export type ControlAddress = z.infer<typeof controlSchema>;

const controlFile = (dataFolder: string) => join(dataFolder, 'control.json');

/** The token in it allows everything that an operator may do, so only the user that runs the program can read the file. */
export async function writeControlFile(dataFolder: string, address: ControlAddress): Promise<void> {
  await replaceFile(controlFile(dataFolder), `${JSON.stringify(address)}\n`);
}

export async function readControlFile(dataFolder: string): Promise<ControlAddress | null> {
  try {
    return controlSchema.parse(JSON.parse(await readFile(controlFile(dataFolder), 'utf8')));
  } catch {
    return null;
  }
}

export const removeControlFile = (dataFolder: string): Promise<void> =>
  rm(controlFile(dataFolder), { force: true });
