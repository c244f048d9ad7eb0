import { isErrorCode } from '@kindling/contract/errors';
import type { Translate } from '../../lib/i18n/text.ts';

// locale-keys: errors.*

/** The text for the reason that the server stores with a connection or a run. */
export function reasonText(t: Translate, reason: string | null): string {
  return t(`errors:${isErrorCode(reason) ? reason : 'unexpected'}`);
}
