import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type FeedbackView, feedbackViews } from './use-feedback.ts';

/** The open message and the view of the list, both in the address, so that a mail can link to a message. */
export function useOpenMessage() {
  const [params, setParams] = useSearchParams();
  const view: FeedbackView = feedbackViews.find((one) => one === params.get('show')) ?? 'all';
  const change = useCallback(
    (name: 'message' | 'show', value: string | null, replace: boolean) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  );
  return {
    id: params.get('message'),
    view,
    open: useCallback((id: string | null, replace = false) => change('message', id, replace), [change]),
    show: useCallback((next: FeedbackView) => change('show', next === 'all' ? null : next, true), [change]),
  };
}
