import { isErrorCode } from '@kindling/contract/errors';
import type { Translate } from '../../lib/i18n/text.ts';

// locale-keys: errors.*

/**
 * Why a reply was not published: replies have their own texts for some reasons, the others use the general error texts.
 */
export function replyFailureText(t: Translate, reason: string | null, source: string): string {
  if (reason === 'conflict') return t('reviews:failure.conflict', { source });
  if (reason === 'platform-rejected') return t('reviews:failure.rejected', { source });
  if (reason === 'platform-gone') return t('reviews:failure.gone', { source });
  return t(`errors:${isErrorCode(reason) ? reason : 'unexpected'}`);
}
