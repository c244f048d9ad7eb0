/** Sends one message with its headers over SMTP, and classifies the mail server's errors. */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { ComposedMail } from './composed-mail.ts';

export interface MailServer {
  /** `smtp://` or `smtps://`, with user name and password where the server needs them. */
  url: string;
  /** The sender: an address, with or without a name. */
  from: string;
  /** Where mail servers report what became of a mail; null for the sender's own address. */
  returnAddress?: string | null;
}

/** Identifies a mail: each attempt sends the same Message-ID and date. */
export interface MessageStamp {
  id: string;
  createdAt: Date;
}

export interface Sender {
  /** Resolves with the mail server's answer. @throws DeliveryError */
  send(mail: ComposedMail, stamp: MessageStamp): Promise<string>;
}

/** Maximum stored length of a mail server's answer, in characters. */
const maxAnswerLength = 500;

export class DeliveryError extends Error {
  /** The mail server will never accept this mail. More attempts would harm the sender's reputation. */
  readonly permanent: boolean;
  /** The server's answer. For the mail's row only, not for logs, because it often quotes the address. */
  readonly answer: string;

  constructor(reason: string, permanent: boolean, answer: string) {
    super(reason);
    this.name = 'DeliveryTrouble';
    this.permanent = permanent;
    this.answer = answer;
  }
}

/** Milliseconds. A whole attempt of six answers stays below the five minutes of a claim (`deliver.ts`). */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/**
 * Connects to the mail server, with TLS where it offers it, and signs in; sends nothing.
 * @throws DeliveryError with the server's answer
 */
export async function checkMailServer({ url }: Pick<MailServer, 'url'>): Promise<void> {
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } catch (error) {
    throw toDeliveryError(error);
  } finally {
    transport.close();
  }
}

export function createSender(server: MailServer): Sender {
  const transport = createTransport({ url: server.url, ...timeouts });
  return {
    async send(mail, stamp) {
      try {
        const { response } = await transport.sendMail(messageOf(mail, stamp, server));
        return response.slice(0, maxAnswerLength);
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
  };
}

function messageOf(mail: ComposedMail, stamp: MessageStamp, server: MailServer): SendMailOptions {
  const automatic = mail.submitted !== 'no';
  const { from, returnAddress } = server;
  return {
    from: mail.senderName === null ? from : { name: mail.senderName, address: addressOf(from) },
    ...(mail.reported && returnAddress != null ? { envelope: { from: returnAddress, to: mail.to } } : {}),
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    attachments: mail.pictures.map(({ cid, png }) => ({
      cid,
      content: Buffer.from(png, 'base64'),
      contentType: 'image/png',
      contentDisposition: 'inline',
      filename: 'logo.png',
    })),
    messageId: `<${stamp.id}@${domainOf(from)}>`,
    date: stamp.createdAt,
    headers: {
      ...(automatic ? { 'Auto-Submitted': mail.submitted, 'X-Auto-Response-Suppress': 'All' } : {}),
      ...(mail.unsubscribe === null
        ? {}
        : {
            'List-Unsubscribe': `<${mail.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The address of a sender that may have a name. */
function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();
}

/** The sender's domain, which is the one that signs with DKIM. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost';
}

const smtpError = z.object({
  code: z.string(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  message: z.string().optional(),
});

/** The logged message contains only codes, because the rest of the library's error quotes the address. */
function toDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode, response, message } = smtpError.safeParse(error).data ?? { code: 'unknown' };
  // Only a refused recipient or content concerns this mail. A refused password or greeting does not.
  const permanent =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  const reason =
    responseCode === undefined
      ? `The mail server was not reached (${code})`
      : `The mail server answered ${code} ${responseCode}`;
  return new DeliveryError(reason, permanent, (response ?? message ?? reason).slice(0, maxAnswerLength));
}
