import { type Language, languages, listedLanguages } from '@kindling/contract/constants';

/** The languages on offer, and the current one even when it is not on offer. */
export function offeredLanguages(current: string): Language[] {
  return languages.filter((one) => one === current || listedLanguages.some((listed) => listed === one));
}
