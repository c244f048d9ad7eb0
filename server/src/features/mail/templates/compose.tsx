// Trust rule: user input appears only as text in the body. A name that mail programs could turn into a link is left out,
// the subject contains only our own text (of an invitation the owner's), and React escapes the HTML part.
import { languageTag } from '@kindling/contract/site';
import { fillText } from '@kindling/locales/fill-text.ts';
import { mailTexts } from '@kindling/locales/mail.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import { printableName } from '../../../lib/printable-name.ts';
import type { ComposedMail } from '../composed-mail.ts';
import type { MailInstallation } from '../deps.ts';
import { logoPng } from '../logo.ts';
import { type MailRequest, recipientOf } from '../requests.ts';
import { type MailContent, stripUnsafeCharacters } from './content.ts';
import { contentOf } from './contents.ts';
import { type FooterLine, MailLayout } from './layout.tsx';
import { textOfMail } from './mail-text.ts';
import { mailPalettes } from './palette.ts';
import type { RequestOf } from './writing.ts';

/** An identifier of RFC 2392 has the form of an address. */
const logoCid = 'logo@kindling.invalid';

/** Writes the HTML and the text part of a mail, in the request's language. */
export function composeMail(installation: MailInstallation, request: MailRequest): ComposedMail {
  const { brand, publicUrl } = installation;
  const texts = mailTexts[request.locale];
  const content = contentOf(installation, request);
  if (request.kind === 'review-request') return composeInvitation(installation, request, content);
  if (request.kind === 'feedback-answer') return composeAnswer(installation, request, content);
  const support = fillText(texts.support, { email: brand.supportEmail });
  const unsubscribe = 'unsubscribe' in request ? request.unsubscribe : null;
  const lines: FooterLine[] =
    unsubscribe === null
      ? []
      : [{ text: texts.endMails, link: { words: texts.endMails, href: unsubscribe } }];
  const html = renderToStaticMarkup(
    <MailLayout
      tag={languageTag(request.locale)}
      brand={brand}
      logo={logoCid}
      content={content}
      buttonHelp={texts.buttonHelp}
      footer={[
        { text: content.reason },
        ...lines,
        { text: support, link: { words: brand.supportEmail, href: `mailto:${brand.supportEmail}` } },
        { text: brand.name, link: { words: brand.name, href: publicUrl } },
      ]}
    />,
  );
  return {
    to: recipientOf(installation, request),
    replyTo: replyToOf(installation, request),
    subject: content.subject,
    text: textOfMail(content, [
      content.reason,
      ...lines.map(({ text, link }) => `${text}: ${link?.href}`),
      support,
      `${brand.name}: ${publicUrl}`,
    ]),
    html: `<!doctype html>${html}`,
    submitted: submittedOf(request),
    // Accounts need the mails without one.
    unsubscribe,
    senderName: null,
    pictures: [
      { cid: logoCid, png: logoPng(mailPalettes(brand.primaryColor).light.tile).toString('base64') },
    ],
    reported: false,
  };
}

/** An invitation says who sends it, why, and how to end it. */
function composeInvitation(
  installation: MailInstallation,
  request: RequestOf<'review-request'>,
  content: MailContent,
): ComposedMail {
  const { unsubscribe } = mailTexts[request.locale].reviewRequest;
  return {
    ...composeForBusiness(installation, request, content, [
      { text: unsubscribe, link: { words: unsubscribe, href: request.unsubscribe } },
      { text: stripUnsafeCharacters(request.postalAddress) },
    ]),
    submitted: 'auto-generated',
    unsubscribe: request.unsubscribe,
    reported: true,
  };
}

/** A person wrote it. */
function composeAnswer(
  installation: MailInstallation,
  request: RequestOf<'feedback-answer'>,
  content: MailContent,
): ComposedMail {
  return {
    ...composeForBusiness(installation, request, content, []),
    submitted: 'no',
    unsubscribe: null,
    reported: false,
  };
}

/** A mail of a business to its customer, who need not know the installation: it has the name and look of the business. */
function composeForBusiness(
  { brand, publicUrl }: MailInstallation,
  request: RequestOf<'review-request' | 'feedback-answer'>,
  content: MailContent,
  lines: readonly FooterLine[],
) {
  const texts = mailTexts[request.locale];
  const business = printableName(request.businessName);
  const sentWith = fillText(texts.reviewRequest.sentWith, { brand: brand.name });
  const html = renderToStaticMarkup(
    <MailLayout
      tag={languageTag(request.locale)}
      brand={{ name: business ?? brand.name, primaryColor: request.businessColor ?? brand.primaryColor }}
      logo={null}
      content={content}
      buttonHelp={texts.buttonHelp}
      footer={[
        { text: content.reason },
        ...lines,
        { text: sentWith, link: { words: brand.name, href: publicUrl } },
      ]}
    />,
  );
  return {
    to: request.to,
    replyTo: request.replyTo,
    subject: content.subject,
    text: textOfMail(content, [
      content.reason,
      ...lines.map(({ text, link }) => (link === undefined ? text : `${text}: ${link.href}`)),
      `${sentWith}: ${publicUrl}`,
    ]),
    html: `<!doctype html>${html}`,
    senderName: business,
    pictures: [],
  };
}

function replyToOf({ brand }: MailInstallation, request: MailRequest): string {
  return request.kind === 'help-message' ? request.email : brand.supportEmail;
}

function submittedOf({ kind }: MailRequest): ComposedMail['submitted'] {
  if (kind === 'help-message') return 'no';
  return kind === 'help-received' ? 'auto-replied' : 'auto-generated';
}
