/** An archive as it is made, for a command that writes it into a file; nothing of it is stored. */
import { createZipWriter } from '../../../lib/zip-writer.ts';
import type { ExportsDeps } from '../deps.ts';
import type { ArchiveRow } from './archive-queries.ts';
import { writePiece } from './build-archive.ts';
import { archiveSources } from './sources.ts';

/** @throws ZipLimitError for an account with more than fits into the format (4 GiB) */
export async function* archiveBytes(
  deps: Pick<ExportsDeps, 'db' | 'connectors' | 'publicUrl' | 'brand'>,
  archive: Pick<ArchiveRow, 'account_id' | 'created_at' | 'language'>,
): AsyncGenerator<Buffer> {
  const zip = createZipWriter(archive.created_at);
  const directory: Buffer[] = [];
  for (const source of archiveSources(deps, archive)) {
    let position: string | null = null;
    do {
      const step = await source.step(position);
      for (const piece of step.pieces) yield await writePiece(zip, piece, directory);
      position = step.next;
    } while (position !== null);
  }
  yield Buffer.concat([...directory, zip.finish()]);
}
