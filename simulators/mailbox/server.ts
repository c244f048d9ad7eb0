import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import type { Call } from '../kit/call.ts';
import { createClock } from '../kit/clock.ts';
import { htmlReply, jsonReply, type Reply } from '../kit/reply.ts';
import { createRouter } from '../kit/router.ts';
import { type Platform, type Running, serve } from '../kit/serve.ts';
import { listPage, mailPage, missingPage } from './pages.ts';
import { type MailStore, openMailStore } from './store.ts';

export type MailboxOptions = { port: number; smtpPort: number; folder?: string | undefined };

/** Largest mail taken, in bytes. */
const mailLimit = 25 * 1024 * 1024;

/** The mail's own HTML may use its inline style and pictures by address, and nothing that runs. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Starts the mailbox: SMTP on 127.0.0.1:`smtpPort`, web page and JSON on 127.0.0.1:`port` (0 takes free ones).
 * Rejects with EADDRINUSE for a taken port; nothing stays open then.
 */
export async function startMailbox(options: MailboxOptions): Promise<Running & { smtpPort: number }> {
  const store = await openMailStore(options.folder);
  const smtp = createSmtp(store);
  const smtpPort = await listenSmtp(smtp, options.smtpPort);
  try {
    const web = await serve(createPlatform(store), createClock(), options.port);
    return {
      url: web.url,
      smtpPort,
      close: async () => {
        await Promise.all([web.close(), closeSmtp(smtp)]);
      },
    };
  } catch (error) {
    await closeSmtp(smtp);
    throw error;
  }
}

function createPlatform(store: MailStore): Platform {
  const router = createRouter();
  router.on('GET', '/', () => htmlReply(200, listPage(store.list())));
  router.on('GET', '/mail/{id}', (call) => {
    const mail = store.find(call.params.id ?? '');
    return mail ? htmlReply(200, mailPage(mail), `${framePolicy}`) : htmlReply(404, missingPage());
  });
  router.on('GET', '/mail/{id}/html', (call) => {
    const mail = store.find(call.params.id ?? '');
    return mail?.html
      ? htmlReply(200, withLinksOutside(mail.html), mailPolicy)
      : htmlReply(404, missingPage());
  });
  router.on('GET', '/api/mails', (call) =>
    jsonReply(200, { mails: store.list(call.query.get('to') ?? undefined) }),
  );
  router.on('GET', '/api/mails/{id}', (call) => {
    const mail = store.find(call.params.id ?? '');
    return mail ? jsonReply(200, mail) : notFound();
  });
  router.on('DELETE', '/api/mails', () => {
    store.clear();
    return jsonReply(200, { ok: true });
  });
  return {
    handle: (call: Call): Reply | Promise<Reply> => {
      const found = router.find(call.method, call.path);
      if (!found) return notFound();
      if (found.wrongMethod) return jsonReply(405, { error: 'This method is not offered here.' });
      return found.handler({ ...call, params: found.params });
    },
    faultReply: (fault) => jsonReply(fault.status, { error: 'A fault set by the control endpoint.' }),
    actions: {},
    reset: () => store.clear(),
  };
}

const framePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Links of the framed mail open outside the frame, where the linked page may run. */
function withLinksOutside(html: string): string {
  return `<!doctype html><base target="_blank">${html}`;
}

function notFound(): Reply {
  return jsonReply(404, { error: 'There is nothing at this address.' });
}

function createSmtp(store: MailStore): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    // Any name and password is taken: a mailer set up with credentials must work here too.
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: mailLimit,
    logger: false,
    // A mailer that pools connections must not hold up the end of the program.
    closeTimeout: 500,
    onData: (stream, session, callback) => {
      const { mailFrom, rcptTo } = session.envelope;
      collect(stream)
        .then((raw) =>
          store.receive(
            raw,
            mailFrom ? mailFrom.address : '',
            rcptTo.map((recipient) => recipient.address),
          ),
        )
        .then(
          () => callback(),
          (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
        );
    },
  });
}

async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function listenSmtp(smtp: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.on('error', reject);
    smtp.listen(port, '127.0.0.1', () => {
      smtp.off('error', reject);
      // A client that breaks off in the middle of a mail is not a reason to stop.
      smtp.on('error', () => undefined);
      const address = smtp.server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function closeSmtp(smtp: SMTPServer): Promise<void> {
  return new Promise((resolve) => {
    smtp.close(() => resolve());
  });
}
