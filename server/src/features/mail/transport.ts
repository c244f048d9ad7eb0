/** The way to the mail server: one message with its headers, and what an error there means. */
import { createTransport, type SendMailOptions } from 'nodemailer';
import { z } from 'zod';
import type { ComposedMail } from './composed-mail.ts';

export interface MailServer {
  /** `smtp://` or `smtps://`, with name and password where it wants them. */
  url: string;
  /** Our sender: an address, with or without a name. */
  from: string;
}

/** What makes one sending of a mail the same as another: a repeat carries the same id and date. */
export interface MessageStamp {
  id: string;
  createdAt: Date;
}

export interface Sender {
  /** Resolves with the mail server's answer. @throws DeliveryTrouble */
  send(mail: ComposedMail, stamp: MessageStamp): Promise<string>;
}

/** Longest answer of a mail server that is kept, in characters. */
const maxAnswerLength = 500;

export class DeliveryError extends Error {
  /** The mail server's word that it will never take this mail; asking again costs the sender's good name. */
  readonly permanent: boolean;
  /** What the server said, for the mail's row only: it often quotes the address. */
  readonly answer: string;

  constructor(reason: string, permanent: boolean, answer: string) {
    super(reason);
    this.name = 'DeliveryTrouble';
    this.permanent = permanent;
    this.answer = answer;
  }
}

/** Milliseconds; a whole try of six answers stays below the five minutes for which deliver.ts claims a mail. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

export function createSender(server: MailServer): Sender {
  const transport = createTransport({ url: server.url, ...timeouts });
  return {
    async send(mail, stamp) {
      try {
        const { response } = await transport.sendMail(messageOf(mail, stamp, server.from));
        return response.slice(0, maxAnswerLength);
      } catch (error) {
        throw toDeliveryError(error);
      }
    },
  };
}

function messageOf(mail: ComposedMail, stamp: MessageStamp, from: string): SendMailOptions {
  const automatic = mail.submitted !== 'no';
  return {
    from,
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
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

/** The sender's own domain, which is the one that signs. */
function domainOf(from: string): string {
  return /@([A-Za-z0-9.-]+)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? 'localhost';
}

const smtpError = z.object({
  code: z.string(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
  message: z.string().optional(),
});

/** Of the library's error only codes go into the message, which is logged: the rest quotes the address. */
function toDeliveryError(error: unknown): DeliveryError {
  const { code, responseCode, response, message } = smtpError.safeParse(error).data ?? { code: 'unknown' };
  // A refused password or greeting says nothing about this mail; a refused recipient or content does.
  const permanent =
    (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode !== undefined && responseCode >= 500;
  const reason =
    responseCode === undefined
      ? `The mail server was not reached (${code})`
      : `The mail server answered ${code} ${responseCode}`;
  return new DeliveryError(reason, permanent, (response ?? message ?? reason).slice(0, maxAnswerLength));
}
