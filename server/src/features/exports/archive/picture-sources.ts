/** Pictures of an account as files of its archive. */
import { asLanguage } from '@kindling/contract/constants';
import type { Transaction } from 'kysely';
import type { DB } from '../../../db/types.gen.ts';
import { drawSvg, readCodes } from '../../codes/index.ts';
import { listCodeIds, listPictures, type PictureTable } from './content-queries.ts';
import { type ArchiveSource, wholeFile } from './source.ts';

/** Pictures of a step: each is at most a few hundred kilobytes. */
const picturesAtOnce = 10;

const endings: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** Runs `work` in a transaction of the account. */
export type InAccount = <T>(work: (trx: Transaction<DB>) => Promise<T>) => Promise<T>;

const pictureFolders: readonly (PictureTable & { folder: string })[] = [
  { folder: 'account/pictures', table: 'user_pictures', key: 'user_id' },
  { folder: 'businesses/logos', table: 'business_logos', key: 'business_id' },
  { folder: 'codes/logos', table: 'code_logos', key: 'hash' },
];

/** Tables with pictures; the test of the content knows that they are in the archive. */
export const pictureTables = pictureFolders.map(({ table }) => table);

export function pictureSources(inAccount: InAccount, accountId: string): ArchiveSource[] {
  return pictureFolders.map(({ folder, ...table }) => ({
    name: folder,
    async step(after) {
      const page = { after, limit: picturesAtOnce };
      const found = await inAccount((trx) => listPictures(trx, accountId, table, page));
      const last = found.length < picturesAtOnce ? undefined : found.at(-1);
      return {
        pieces: found.flatMap(({ key, type, bytes }) =>
          wholeFile(`${folder}/${key}.${endings[type] ?? 'bin'}`, bytes),
        ),
        next: last?.key ?? null,
      };
    },
  }));
}

/** Each code as it is printed, by its characters. */
export function codePictures(
  inAccount: InAccount,
  { accountId, publicUrl, language }: { accountId: string; publicUrl: string; language: string },
): ArchiveSource {
  const folder = 'codes/pictures';
  return {
    name: folder,
    async step(after) {
      const codes = await inAccount(async (trx) => {
        const ids = await listCodeIds(trx, accountId, { after, limit: picturesAtOnce });
        return readCodes(trx, { publicUrl }, accountId, ids);
      });
      const last = codes.length < picturesAtOnce ? undefined : codes.at(-1);
      return {
        pieces: codes.flatMap(({ url, design }) => {
          const svg = drawSvg({ content: url, design, language: asLanguage(language) });
          return wholeFile(`${folder}/${url.slice(url.lastIndexOf('/') + 1)}.svg`, Buffer.from(svg));
        }),
        next: last?.id ?? null,
      };
    },
  };
}
