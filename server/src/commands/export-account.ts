/** `export-account <e-mail|account id> <file>`: the archive that an owner can make, for support and legal requests. */
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { asLanguage, type Language } from '@kindling/contract/constants';
import type { Settings } from '../config/settings.ts';
import { createConnectors } from '../connectors/registry.ts';
import type { Database } from '../db/client.ts';
import { inSystem, inTenant } from '../db/transaction.ts';
import { archiveBytes } from '../features/exports/index.ts';
import { audit, findLocaleOfAddress, findOwnedAccounts } from '../features/identity/index.ts';
import { CommandError, type CommandResult } from './command-result.ts';

export async function exportAccount(
  { db, settings }: { db: Database; settings: Settings },
  owner: string,
  target: string,
): Promise<CommandResult> {
  const file = resolve(target);
  if (existsSync(file)) throw new CommandError('usage', `there is a file ${file} already.`);
  const accountId = await findAccount(db, owner);
  const language: Language = asLanguage(
    (await inSystem(db, (trx) => findLocaleOfAddress(trx, owner))) ?? 'en',
  );
  // Before the first row is read: an export that breaks off has shown something, too.
  await inTenant(db, accountId, (trx) =>
    audit(trx, { accountId, userId: null, action: 'account.exported-by-operator' }),
  );
  const deps = {
    db,
    connectors: createConnectors(settings.connectors),
    publicUrl: settings.publicUrl,
    brand: settings.brand,
  };
  const bytes = await writeFile(
    file,
    archiveBytes(deps, { account_id: accountId, created_at: new Date(), language }),
  );
  return {
    lines: [
      `${file}: everything of the account ${accountId}, ${bytes} bytes. The account's record of activity says that it was exported.`,
      'It has personal data. Give it to those who may have it only, and delete it afterwards.',
    ],
    json: { file, accountId, bytes },
  };
}

async function findAccount(db: Database, owner: string): Promise<string> {
  const [account, second] = await inSystem(db, (trx) => findOwnedAccounts(trx, owner));
  if (account === undefined)
    throw new CommandError('failed', `nobody with the address or id ${owner} owns an account.`);
  if (second !== undefined)
    throw new CommandError(
      'usage',
      `${owner} owns several accounts; give the id of one instead: ${account.id}, ${second.id} and so on.`,
    );
  return account.id;
}

/** Whole and on the disk, or not at all; only this user can read it. */
async function writeFile(file: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  const unfinished = `${file}.unfinished-${process.pid}`;
  let bytes = 0;
  try {
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        await handle.writeFile(piece);
        bytes += piece.length;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return bytes;
}
