// Trust rule: user input appears only as text in the body. A name that mail programs could turn into a link is left out,
// the subject contains only our own text, and React escapes the HTML part.
import { languageTag } from '@kindling/contract/site';
import { fillText } from '@kindling/locales/fill-text.ts';
import { mailTexts } from '@kindling/locales/mail.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComposedMail } from '../composed-mail.ts';
import type { MailInstallation } from '../deps.ts';
import { type MailRequest, recipientOf } from '../requests.ts';
import { contentOf } from './contents.ts';
import { MailLayout } from './layout.tsx';
import { textOfMail } from './mail-text.ts';

/** Writes the HTML and the text part of a mail, in the request's language. */
export function composeMail(installation: MailInstallation, request: MailRequest): ComposedMail {
  const { brand, publicUrl } = installation;
  const texts = mailTexts[request.locale];
  const content = contentOf(installation, request);
  const support = fillText(texts.support, { email: brand.supportEmail });
  const html = renderToStaticMarkup(
    <MailLayout
      tag={languageTag(request.locale)}
      brand={brand}
      content={content}
      buttonHelp={texts.buttonHelp}
      support={{ text: support, email: brand.supportEmail }}
      home={publicUrl}
    />,
  );
  return {
    to: recipientOf(installation, request),
    replyTo: request.kind === 'help-message' ? request.email : brand.supportEmail,
    subject: content.subject,
    text: textOfMail(content, [content.reason, support, `${brand.name}: ${publicUrl}`]),
    html: `<!doctype html>${html}`,
    submitted: submittedOf(request),
    // Accounts need all of these mails. Digests and news will have an address here.
    unsubscribe: null,
  };
}

function submittedOf({ kind }: MailRequest): ComposedMail['submitted'] {
  if (kind === 'help-message') return 'no';
  return kind === 'help-received' ? 'auto-replied' : 'auto-generated';
}
