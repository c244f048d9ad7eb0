// Trust rule: what a person typed is text here and nowhere else than in the body. A name that could be taken for a link
// is left out, the subject is made of our own words only, and React escapes what stands in the HTML part.

import { fillText } from '@kindling/locales/fill-text.ts';
import { renderToStaticMarkup } from 'react-dom/server';
import type { ComposedMail } from '../composed-mail.ts';
import type { MailInstallation } from '../deps.ts';
import type { MailRequest } from '../requests.ts';
import { contentOf } from './contents.ts';
import { MailLayout } from './layout.tsx';
import { textOfMail } from './mail-text.ts';
import { languageTag, mailTexts } from './texts.ts';

/** Writes a mail in both forms, in the request's language. */
export function composeMail(place: MailInstallation, request: MailRequest): ComposedMail {
  const { brand, publicUrl } = place;
  const texts = mailTexts(request.locale);
  const content = contentOf(place, request);
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
    to: request.kind === 'help-message' ? brand.supportEmail : request.to,
    replyTo: request.kind === 'help-message' ? request.email : brand.supportEmail,
    subject: content.subject,
    text: textOfMail(content, [content.reason, support, `${brand.name}: ${publicUrl}`]),
    html: `<!doctype html>${html}`,
    submitted: submittedOf(request),
    // Nobody can do without one of these; digests and news will name an address here.
    unsubscribe: null,
  };
}

function submittedOf({ kind }: MailRequest): ComposedMail['submitted'] {
  if (kind === 'help-message') return 'no';
  return kind === 'help-received' ? 'auto-replied' : 'auto-generated';
}
