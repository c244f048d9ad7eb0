import type { Readable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import {
  controlError,
  type JsonObject,
  requireCount,
  requireString,
  stringField,
} from '../kit/json-object.ts';
import type { MailStore } from './store.ts';

/** Bytes of the largest mail that is accepted. */
const maxMailBytes = 25 * 1024 * 1024;

const stages = ['connection', 'recipient', 'message'] as const;

/** How the mail server behaves. `refuse` answers `code` at a place, `times` times; `slow` waits before its greeting. */
type SmtpMode =
  | { mode: 'normal' }
  | { mode: 'down' }
  | { mode: 'slow'; ms: number }
  | { mode: 'refuse'; code: number; at: (typeof stages)[number]; left: number };

export type SmtpListener = {
  port: number;
  /** The control action `smtp`: `mode` is normal, down (no connection is taken), slow (`ms`) or refuse (`code`, `at`, `times`). */
  conduct(input: JsonObject): Promise<{ mode: string }>;
  reset(): void;
  close(): Promise<void>;
};

/** Accepts mail on 127.0.0.1:`port` (0 takes a free one). Rejects with EADDRINUSE for a port in use. */
export async function openSmtpListener(store: MailStore, port: number): Promise<SmtpListener> {
  let conduct: SmtpMode = { mode: 'normal' };
  let smtp: SMTPServer | null = createSmtp(store, () => conduct);
  const actual = await listen(smtp, port);
  // Changes run one after the other: a server that is being closed must not be started at the same time.
  let turn = Promise.resolve();

  async function follow(): Promise<void> {
    if (conduct.mode === 'down' && smtp !== null) {
      const closing = smtp;
      smtp = null;
      await closeSmtp(closing);
    } else if (conduct.mode !== 'down' && smtp === null) {
      smtp = createSmtp(store, () => conduct);
      await listen(smtp, actual);
    }
  }

  function change(next: SmtpMode): Promise<void> {
    turn = turn.then(() => {
      conduct = next;
      return follow();
    });
    return turn;
  }

  return {
    port: actual,
    async conduct(input) {
      await change(readMode(input));
      return { mode: conduct.mode };
    },
    reset() {
      void change({ mode: 'normal' });
    },
    async close() {
      await turn;
      if (smtp !== null) await closeSmtp(smtp);
      smtp = null;
    },
  };
}

function readMode(input: JsonObject): SmtpMode {
  const mode = requireString(input, 'mode');
  if (mode === 'normal' || mode === 'down') return { mode };
  if (mode === 'slow') return { mode, ms: requireCount(input, 'ms') };
  if (mode !== 'refuse') throw controlError('"mode" must be one of normal, down, slow, refuse');
  const wanted = stringField(input, 'at') ?? 'recipient';
  const at = stages.find((place) => place === wanted);
  if (at === undefined) throw controlError(`"at" must be one of ${stages.join(', ')}`);
  const code = requireCount(input, 'code');
  if (code < 400 || code > 599) throw controlError('"code" must be from 400 to 599');
  return { mode, at, code, left: requireCount(input, 'times', Number.MAX_SAFE_INTEGER) };
}

/** The refusal for this stage, counted down; null when the mail may continue. */
function refusalAt(conduct: SmtpMode, place: (typeof stages)[number]): Error | null {
  if (conduct.mode !== 'refuse' || conduct.at !== place || conduct.left === 0) return null;
  conduct.left -= 1;
  const words =
    conduct.code < 500 ? 'Not now, says the control endpoint' : 'Never, says the control endpoint';
  return Object.assign(new Error(words), { responseCode: conduct.code });
}

function createSmtp(store: MailStore, conduct: () => SmtpMode): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    // Accepts any name and password, so that a mailer with credentials works here too.
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anyone' }),
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    size: maxMailBytes,
    logger: false,
    // Pooled connections of a mailer must not delay the end of the program.
    closeTimeout: 500,
    onConnect: (_session, callback) => {
      const present = conduct();
      const go = () => callback(refusalAt(present, 'connection'));
      if (present.mode === 'slow') setTimeout(go, present.ms);
      else go();
    },
    onRcptTo: (_address, _session, callback) => callback(refusalAt(conduct(), 'recipient')),
    onData: (stream, session, callback) => {
      const { mailFrom, rcptTo } = session.envelope;
      const to = rcptTo.map((recipient) => recipient.address);
      collect(stream)
        .then(async (raw) => {
          const refusal = refusalAt(conduct(), 'message');
          if (refusal !== null) throw refusal;
          await store.receive(raw, mailFrom ? mailFrom.address : '', to);
        })
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

function listen(smtp: SMTPServer, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    smtp.on('error', reject);
    smtp.listen(port, '127.0.0.1', () => {
      smtp.off('error', reject);
      // A client that disconnects in the middle of a mail must not stop the program.
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
