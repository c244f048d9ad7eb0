/** Reads the mailbox of the return address over IMAP. A message is marked as seen only after its effect is stored. */
import { ImapFlow } from 'imapflow';
import { isLocalHost } from '../../lib/local-address.ts';
import type { ReviewRequestsDeps } from './deps.ts';
import { maxReportBytes, readReport } from './read-report.ts';
import { applyReport, type MailReport } from './returned-mail.ts';

/** Messages in one run; what is left follows in the next. */
const maxMessagesPerRun = 200;
/** Milliseconds. */
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Applies the reports that nobody has seen yet. A mailbox that cannot be read is read again in the next run. */
export async function readReports(deps: ReviewRequestsDeps, url: string, signal: AbortSignal): Promise<void> {
  const { client, folder } = openMailbox(url);
  // Errors outside of a call, such as a lost connection, would end the process.
  client.on('error', () => undefined);
  const close = () => client.close();
  signal.addEventListener('abort', close);
  try {
    await client.connect();
    await client.mailboxOpen(folder);
    const unseen = await client.search({ seen: false }, { uid: true });
    for (const uid of (unseen === false || unseen === undefined ? [] : unseen).slice(0, maxMessagesPerRun)) {
      signal.throwIfAborted();
      await readMessage(deps, client, uid);
    }
    await client.logout();
  } catch (error) {
    signal.throwIfAborted();
    // The rest of the library's error has the answers of the server, with addresses.
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    deps.log.warn({ reason }, 'The mailbox of returned mail could not be read');
  } finally {
    signal.removeEventListener('abort', close);
    client.close();
  }
}

async function readMessage(deps: ReviewRequestsDeps, client: ImapFlow, uid: number): Promise<void> {
  const message = await client.fetchOne(
    String(uid),
    { source: { start: 0, maxLength: maxReportBytes } },
    { uid: true },
  );
  const source = message === false ? undefined : message?.source;
  const report = source === undefined ? null : await readReport(source);
  if (report !== null && !(await isApplied(deps, report))) return;
  await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
}

/** False when the effect could not be stored: the message stays unseen, and those behind it are read. */
async function isApplied(deps: ReviewRequestsDeps, report: MailReport): Promise<boolean> {
  try {
    await applyReport(deps, report);
    return true;
  } catch (error) {
    deps.log.error({ err: error }, 'What a returned mail says could not be stored');
    return false;
  }
}

/** @param url `imaps://user:password@host:port/folder`; port and folder may be absent */
function openMailbox(url: string): { client: ImapFlow; folder: string } {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: port === '' ? (secure ? 993 : 143) : Number(port),
    secure,
    // A password crosses a network only encrypted.
    ...(secure || isLocalHost(hostname) ? {} : { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    ...timeouts,
  });
  return { client, folder: decodeURIComponent(pathname.slice(1)) || 'INBOX' };
}
