/** For `npm run mail-preview` only: the sample mails, composed. */
import type { Language } from '@kindling/contract/constants';
import { type ComposedMail, htmlForScreen } from '../features/mail/composed-mail.ts';
import { composeMail } from '../features/mail/templates/compose.tsx';
import { sampleInstallation, sampleRequests } from './mail-samples.ts';

/**
 * All sample mails in one language.
 * @param primaryColor as `#rrggbb`; the sample's own when it is missing
 */
export function composeSampleMails(
  locale: Language,
  primaryColor = sampleInstallation.brand.primaryColor,
): { name: string; mail: ComposedMail }[] {
  const installation = { ...sampleInstallation, brand: { ...sampleInstallation.brand, primaryColor } };
  return sampleRequests(locale).map(({ name, request }) => {
    const mail = composeMail(installation, request);
    return { name, mail: { ...mail, html: htmlForScreen(mail) } };
  });
}
