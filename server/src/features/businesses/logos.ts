/** Logos of businesses: stored as people sent them, without anything beside the picture, and served at an address by hash. */
import { createHash } from 'node:crypto';
import { type Business, logoMaxBytes, logoMaxSide } from '@kindling/contract/businesses';
import { z } from 'zod';
import { inSystem, inTenant } from '../../db/transaction.ts';
import type { SignedInUser } from '../../http/caller.ts';
import { AppError, notFound } from '../../lib/app-error.ts';
import { type ChildWorker, createChildWorker } from '../../lib/child-worker.ts';
import type { Log } from '../../lib/log.ts';
import { audit } from '../identity/index.ts';
import { getBusiness } from './businesses.ts';
import type { LogoDeps } from './deps.ts';
import { deleteLogo, findLogoBytes, saveLogo } from './logo-queries.ts';

/** As in the table. */
const pictureSchema = z.object({
  type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
  width: z.int().min(1).max(logoMaxSide),
  height: z.int().min(1).max(logoMaxSide),
  bytes: z.instanceof(Uint8Array).refine((bytes) => bytes.length <= logoMaxBytes),
});

export function createLogoReader(log: Pick<Log, 'warn'>): ChildWorker {
  return createChildWorker({
    from: import.meta.url,
    program: 'logo-child',
    heapMegabytes: 64,
    cpuLimitMs: 5_000,
    log,
  });
}

/**
 * @param data base64 of the file
 * @throws AppError `not-found`; `invalid-input` for what is no still picture within the bounds of the contract.
 */
export async function setLogo(
  deps: LogoDeps,
  { accountId, userId }: SignedInUser,
  id: string,
  data: string,
): Promise<Business> {
  const answer = await deps.logoReader.run(Buffer.from(data, 'base64')).catch(() => null);
  const read = pictureSchema.safeParse(answer);
  if (!read.success)
    throw new AppError('invalid-input', undefined, {
      fields: [
        {
          path: 'data',
          message: `Expected a still PNG, JPEG or WebP within ${logoMaxSide} pixels per side.`,
        },
      ],
    });
  const { type, width, height } = read.data;
  const bytes = Buffer.from(read.data.bytes);
  const hash = createHash('sha256').update(bytes).digest('hex');
  return inTenant(deps.db, accountId, async (trx) => {
    await getBusiness(trx, accountId, id);
    if (await saveLogo(trx, accountId, id, { hash, type, width, height, bytes }))
      await audit(trx, { accountId, userId, action: 'business.logo-changed', target: id });
    return getBusiness(trx, accountId, id);
  });
}

/** @throws AppError `not-found` for the business; one without a logo stays as it is. */
export function removeLogo(
  deps: Pick<LogoDeps, 'db'>,
  { accountId, userId }: SignedInUser,
  id: string,
): Promise<Business> {
  return inTenant(deps.db, accountId, async (trx) => {
    await getBusiness(trx, accountId, id);
    if (await deleteLogo(trx, accountId, id))
      await audit(trx, { accountId, userId, action: 'business.logo-removed', target: id });
    return getBusiness(trx, accountId, id);
  });
}

/** @throws AppError `not-found`. Logos are on public pages, so everybody who knows the hash may read one. */
export async function readLogo(
  { db }: Pick<LogoDeps, 'db'>,
  hash: string,
): Promise<{ type: string; bytes: Buffer }> {
  const logo = /^[0-9a-f]{64}$/.test(hash) ? await inSystem(db, (trx) => findLogoBytes(trx, hash)) : null;
  if (logo === null) throw notFound();
  return logo;
}
