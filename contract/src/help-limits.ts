/** Limits of the help form. This file does not load the schema library, so that the public pages can import it. */
export const helpLimits = {
  /** Characters of a message: three pages. */
  message: 5000,
  name: 200,
  page: 300,
  /** Milliseconds between opening the form and sending it. A faster sender is probably a program and is asked to wait. */
  minimumAge: 2000,
  /** Name of the hidden field that only programs fill in. No browser fills it in by itself. */
  honeypot: 'reference_note',
} as const;

/** Hours within which support replies, as the form promises. */
export const replyHours = 24;
