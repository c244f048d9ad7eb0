/** The looks to start from. Applying one changes the appearance only, not the content. */
import { type LookSettings, lookFields, lookSettings } from '@kindling/contract/embed-looks';
import { type EmbedLook, type EmbedSettings, embedLooks } from '@kindling/contract/embed-settings';

export { embedLooks, type LookSettings, lookFields, lookSettings };

/** The look whose settings these are; null where one of them was changed. */
export function findLook(settings: EmbedSettings): EmbedLook | null {
  const own = lookSettings[settings.look];
  const same = lookFields.every((field) => normalizeCase(settings[field]) === normalizeCase(own[field]));
  return same ? settings.look : null;
}

/** Hex colors are compared case-insensitively. */
function normalizeCase(value: LookSettings[keyof LookSettings]): LookSettings[keyof LookSettings] {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
