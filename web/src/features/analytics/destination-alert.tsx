import type { Dashboard } from '@kindling/contract/analytics';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import css from './dashboard.module.css';

/** Says that visitors of a location find no link to a public review, to those who can add one. */
export function DestinationAlert({ missing }: { missing: Dashboard['withoutDestination'] }) {
  const { t } = useText();
  const mayManage = useMayDo('pipelines.manage');
  if (!mayManage || missing === null) return null;
  return (
    <div className={css.troubled}>
      <Notice
        tone="warn"
        title={t('dashboard:destination.title', missing)}
        action={
          <LinkButton size="xs" variant="default" to="/review-pipeline/review">
            {t('dashboard:destination.action')}
          </LinkButton>
        }
      >
        {t('dashboard:destination.text')}
      </Notice>
    </div>
  );
}
