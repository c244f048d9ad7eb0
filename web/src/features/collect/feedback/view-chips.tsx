import { useQuery } from '@tanstack/react-query';
import { query } from '../../../lib/api/client.ts';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { type Translate, useText } from '../../../lib/i18n/text.ts';
import css from './feedback.module.css';
import { type FeedbackView, feedbackViews } from './use-feedback.ts';

// locale-keys: feedback.state.*

interface ViewChipsProps {
  view: FeedbackView;
  onChange: (view: FeedbackView) => void;
}

/** The views of the list with their numbers. "Mine" is offered once somebody takes care of a message. */
export function ViewChips({ view, onChange }: ViewChipsProps) {
  const { t, i18n } = useText();
  const { data } = useQuery(query.feedback.figures.queryOptions({ input: {} }));
  const counts: Record<FeedbackView, number | undefined> = {
    all: undefined,
    new: data?.new,
    'in-progress': data?.inProgress,
    resolved: data?.resolved,
    mine: data?.mine,
  };
  const offered = feedbackViews.filter((one) => one !== 'mine' || one === view || (data?.mine ?? 0) > 0);
  return (
    <fieldset className={css.chips} aria-label={t('feedback:filters')}>
      {offered.map((one) => (
        <button
          key={one}
          type="button"
          className={css.chip}
          aria-pressed={one === view}
          onClick={() => onChange(one)}
        >
          {viewLabel(t, one)}
          {counts[one] === undefined ? null : (
            <span className={css.chipCount}>{formatNumber(counts[one], i18n.language)}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}

function viewLabel(t: Translate, view: FeedbackView): string {
  if (view === 'all') return t('feedback:all');
  return view === 'mine' ? t('feedback:mine') : t(`feedback:state.${view}`);
}
