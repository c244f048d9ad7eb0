import { maxTags, maxTagsOfReview } from '@kindling/contract/tags';
import { toApiError } from '../../../lib/api/problem.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';

/** Why a tag was not created, or a review not tagged: each has a limit of its own. */
export function TagProblem({ error, on }: { error: unknown; on: 'account' | 'review' }) {
  const { t } = useText();
  if (toApiError(error).code !== 'limit-reached') return <ErrorText error={error} />;
  return on === 'review'
    ? t('tags:tooMany', { count: maxTagsOfReview })
    : t('tags:manage.limit', { count: maxTags });
}
