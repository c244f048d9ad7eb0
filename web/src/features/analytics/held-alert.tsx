import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './dashboard.module.css';

/** Says that held reviews wait, to those who decide about them. */
export function HeldAlert() {
  const { t } = useText();
  const enabled = useMayDo('submissions.judge');
  const { data } = useQuery(query.submissions.figures.queryOptions({ input: {}, enabled }));
  if (!enabled || data === undefined || data.held === 0) return null;
  return (
    <div className={css.troubled}>
      <Notice
        tone="warn"
        title={t('dashboard:held.title', { count: data.held })}
        action={
          <LinkButton size="xs" variant="default" to="/review-pipeline/review?tab=held">
            {t('dashboard:held.action')}
          </LinkButton>
        }
      >
        {t('dashboard:held.text')}
      </Notice>
    </div>
  );
}
