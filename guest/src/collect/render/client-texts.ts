/** The sentences that the script shows; they are part of the page, so that the script has no language. */
export const clientTextKeys = [
  'saving',
  'saved',
  'kept',
  'keptBusy',
  'keptOpen',
  'sent',
  'refused',
  'gone',
  'ended',
  'consent',
  'kioskFailed',
  'idle',
] as const;
export type ClientTexts = Record<(typeof clientTextKeys)[number], string>;
