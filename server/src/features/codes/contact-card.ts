/** The digital card of an NFC card as a vCard; the visitors' page serves it too. */
import type { Contact } from '@kindling/contract/codes';
import { vCard } from './vcard.ts';

/** @param changedAt RFC 3339 */
export function contactCard(contact: Contact, businessName: string, changedAt: string): string {
  const { name, title, phone, email, website, address } = contact;
  return vCard({
    name,
    organization: businessName,
    title: title ?? undefined,
    phone: phone ?? undefined,
    email: email ?? undefined,
    website: website ?? undefined,
    // One line, which phones show as it is.
    address: address === null ? undefined : { street: address },
    changedAt: new Date(changedAt),
  });
}
