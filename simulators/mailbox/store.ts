import PostalMime, { type Attachment } from 'postal-mime';
import { openJournal } from '../kit/journal.ts';
import { type JsonObject, stringField } from '../kit/json-object.ts';

/** One received mail. `to` are the addresses of the SMTP envelope, lower case; texts are parsed and untrusted. */
export type Mail = {
  id: string;
  receivedAt: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
};

export type MailStore = {
  receive(raw: Buffer, from: string, to: string[]): Promise<Mail>;
  /** Newest first; with `to` only mails to that address. */
  list(to?: string): Mail[];
  find(id: string): Mail | null;
  /** The mail as it came over SMTP, with invalid UTF-8 as U+FFFD; null when it does not exist. */
  source(id: string): string | null;
  clear(): void;
};

/** Stores mails in memory, and as JSON lines in `folder` when one is given. */
export async function openMailStore(folder: string | undefined): Promise<MailStore> {
  const journal = openJournal(folder, 'mails.jsonl');
  const mails: Mail[] = [];
  const sources = new Map<string, string>();
  const take = async (entry: JsonObject) => {
    const mail = await readEntry(entry);
    mails.push(mail);
    sources.set(mail.id, stringField(entry, 'raw') ?? '');
    return mail;
  };
  for (const entry of journal.read()) await take(entry);
  let next = mails.reduce((most, mail) => Math.max(most, Number(mail.id)), 0) + 1;
  return {
    async receive(raw, from, to) {
      const entry = {
        id: String(next),
        receivedAt: new Date().toISOString(),
        from,
        to: to.map((address) => address.toLowerCase()),
        raw: raw.toString('base64'),
      };
      next += 1;
      const mail = await take(entry);
      journal.add(entry);
      return mail;
    },
    list: (to) => mails.filter((mail) => !to || mail.to.includes(to.toLowerCase())).toReversed(),
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
    source(id) {
      const raw = sources.get(id);
      return raw === undefined ? null : Buffer.from(raw, 'base64').toString('utf8');
    },
    clear() {
      mails.length = 0;
      sources.clear();
      journal.clear();
    },
  };
}

async function readEntry(entry: JsonObject): Promise<Mail> {
  const parsed = await PostalMime.parse(Buffer.from(stringField(entry, 'raw') ?? '', 'base64'));
  return {
    id: stringField(entry, 'id') ?? '0',
    receivedAt: stringField(entry, 'receivedAt') ?? '',
    from: parsed.from?.address ?? stringField(entry, 'from') ?? '',
    to: Array.isArray(entry.to) ? entry.to.map(String) : [],
    subject: parsed.subject ?? '',
    text: parsed.text ?? '',
    html: parsed.html === undefined ? null : withPictures(parsed.html, parsed.attachments),
    headers: parsed.headers.map((header) => ({ name: header.originalKey, value: header.value })),
  };
}

/** A frame has no mail to take pictures from, so those that the mail carries are written into its HTML. */
function withPictures(html: string, attachments: readonly Attachment[]): string {
  return attachments.reduce((text, { contentId, mimeType, content }) => {
    if (contentId === undefined || !/^image\/[a-z]+$/.test(mimeType) || typeof content === 'string')
      return text;
    const address = `cid:${contentId.replace(/^<(.*)>$/, '$1')}`;
    const bytes = Buffer.from(content instanceof Uint8Array ? content : new Uint8Array(content));
    return text.replaceAll(`"${address}"`, `"data:${mimeType};base64,${bytes.toString('base64')}"`);
  }, html);
}
