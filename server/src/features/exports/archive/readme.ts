/** The file that explains an archive, in the language of whoever asked for it. */

import { exportFileTexts } from '@kindling/locales/export-file.ts';
import { fillText } from '@kindling/locales/fill-text.ts';
import type { Language } from '@kindling/locales/languages.ts';
import { findAccountName } from './archive-queries.ts';
import type { InAccount } from './picture-sources.ts';
import { type ArchiveSource, wholeFile } from './source.ts';

export function readmeSource(
  inAccount: InAccount,
  facts: { accountId: string; language: Language; brand: string; begun: Date },
): ArchiveSource {
  const { readme } = exportFileTexts[facts.language];
  const name = `${readme.fileName}.txt`;
  return {
    name,
    async step() {
      const time = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')}`;
      const account = await inAccount((trx) => findAccountName(trx, facts.accountId));
      const folders = Object.entries(readme.folder).map(([folder, text]) => `${folder}/\r\n    ${text}`);
      const paragraphs = [
        fillText(readme.title, { account, brand: facts.brand }),
        fillText(readme.made, { from: time(facts.begun), to: time(new Date()) }),
        readme.formats,
        `${readme.folders}:\r\n\r\n${folders.join('\r\n')}`,
        readme.leftOut,
        readme.people,
      ];
      return { pieces: wholeFile(name, Buffer.from(`\ufeff${paragraphs.join('\r\n\r\n')}\r\n`)), next: null };
    },
  };
}
