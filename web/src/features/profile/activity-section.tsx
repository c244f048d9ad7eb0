import { pathOf } from '@kindling/contract/screens';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { ProfileSection } from './profile-section.tsx';

/** The way to the account's activity, which the sidebar does not have. */
export function ActivitySection() {
  const { t } = useText();
  return (
    <ProfileSection id="activity" title={t('profile:activity.title')} lead={t('profile:activity.lead')}>
      <div>
        <LinkButton to={pathOf('activity')} variant="default">
          {t('profile:activity.open')}
        </LinkButton>
      </div>
    </ProfileSection>
  );
}
