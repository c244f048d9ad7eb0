/** The mail about the archive of an account. */
import { printableName } from '../../../lib/printable-name.ts';
import type { Block, MailContent } from './content.ts';
import { formatDay } from './texts.ts';
import { accountLink, buildContent, type RequestOf, type WritingContext } from './writing.ts';

export function archiveReady(writing: WritingContext, request: RequestOf<'archive-ready'>): MailContent {
  const { texts, format, publicUrl } = writing;
  const words = texts.archiveReady;
  const account = printableName(request.accountName);
  const blocks: Block[] = [
    { kind: 'text', text: format(words.lead) },
    ...(account === null
      ? []
      : [{ kind: 'facts' as const, rows: [{ label: texts.facts.account, value: account }] }]),
    // Leads to the profile, not to the file: whoever reads the mail must sign in.
    {
      kind: 'button',
      label: words.button,
      href: `${accountLink(publicUrl, '/profile', request.accountId)}#archive`,
      withAddress: false,
    },
    { kind: 'text', text: format(words.until, { date: formatDay(request.locale, request.expiresOn) }) },
    { kind: 'note', text: format(words.note) },
  ];
  return buildContent(writing, words, { name: request.name, reason: texts.reason.account, blocks });
}
