/** Figures of the help form, without the schema library, so that the browser can have them too. */
export const helpLimits = {
  /** Characters of a message: three pages. */
  message: 5000,
  name: 200,
  page: 300,
  /** Milliseconds that a person needs at least to write something; whoever is faster is asked to wait. */
  minimumAge: 2000,
  /** Name of the field that people do not see; one that no browser fills in by itself. */
  honeypot: 'reference_note',
} as const;

/** What the product promises beside the form; decisions.md section 11. */
export const replyHours = 24;
