/** Addresses that open an app of the owner's own phone with a text in it. Nobody is chosen yet, so no number is in them. */

/**
 * Opens the phone's messages. iOS reads the text after `&`, Android after `?`; each ignores the other's sign (RFC 5724 has no
 * word on an address without a number).
 */
export function smsLink(text: string): string {
  return `sms:?&body=${encodeURIComponent(text)}`;
}

/** The service's own address; it opens the app, or its page where there is none. */
export function whatsAppLink(text: string): string {
  return `https://wa.me/?text=${encodeURIComponent(text)}`;
}
