import type { ReviewTag } from '@kindling/contract/tags';
import { Button, Progress } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import { ErrorText } from '../../../ui/states.tsx';
import css from './manage.module.css';
import { useRunTag } from './use-manage-tags.ts';

interface RunRuleProps {
  tag: ReviewTag;
  /** The rule on the screen is the stored one. */
  saved: boolean;
  /** When it was saved here, in milliseconds; 0 when it was not. */
  savedAt: number;
  onShow: () => void;
}

/** Offers to apply the stored rule to earlier reviews, and shows how far that is and what came of it. */
export function RunRule({ tag, saved, savedAt, onShow }: RunRuleProps) {
  const { t } = useText();
  const run = useRunTag(tag.id);
  // It may have been begun before the editor was opened.
  const [wasSeen, setWasSeen] = useState(false);
  if (tag.run !== null && !wasSeen) setWasSeen(true);
  if (tag.run !== null) return <Running run={tag.run} />;
  const hasEnded = (wasSeen || run.isSuccess) && !tag.runFailed && saved;
  const isNewer = saved && savedAt > run.submittedAt;
  return (
    <div>
      {isNewer ? (
        <p className={css.offer} role="status">
          {t('tags:rule.offer')}
        </p>
      ) : hasEnded ? (
        <Ended tag={tag} onShow={onShow} />
      ) : null}
      <Button
        size="xs"
        variant={isNewer ? 'filled' : 'default'}
        disabled={!saved}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {hasEnded && !isNewer ? t('tags:rule.runAgain') : t('tags:rule.run')}
      </Button>
      {isNewer ? null : (
        <p className={css.hint}>{saved ? t('tags:rule.runHint') : t('tags:rule.saveFirst')}</p>
      )}
      {tag.runFailed && run.error === null ? (
        <p className={css.problem} role="alert">
          {t('tags:rule.runFailed')}
        </p>
      ) : null}
      {run.error === null ? null : (
        <p className={css.problem} role="alert">
          <ErrorText error={run.error} />
        </p>
      )}
    </div>
  );
}

function Running({ run: { done, total } }: { run: NonNullable<ReviewTag['run']> }) {
  const { t, i18n } = useText();
  const value = (count: number) => formatNumber(count, i18n.language);
  const text = t('tags:rule.running', { done: value(done), total: value(total) });
  return (
    <div role="status">
      <p className={css.hint}>{text}</p>
      <Progress mt={6} value={total === 0 ? 100 : (100 * done) / total} aria-label={text} />
    </div>
  );
}

/** How many reviews have the tag now, and the way to them. */
function Ended({ tag, onShow }: Pick<RunRuleProps, 'tag' | 'onShow'>) {
  const { t, i18n } = useText();
  const count = tag.reviewCount;
  return (
    <p className={css.offer} role="status">
      {t('tags:rule.ran', { count, value: formatNumber(count, i18n.language) })}{' '}
      {count === 0 ? null : (
        <Link to={`/reviews?tagId=${tag.id}`} onClick={onShow}>
          {t('tags:rule.showTagged')}
        </Link>
      )}
    </p>
  );
}
