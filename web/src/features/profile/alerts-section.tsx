import type { Profile } from '@kindling/contract/profile';
import { Switch } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

/** E-mail alerts. The profile stores more of them than are offered here: nothing sends the others yet. */
export function AlertsSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const { newReviews, privateFeedback, productNews } = profile.alerts;
  const section = useSectionForm({
    section: 'alerts',
    profile,
    report,
    select: ({ alerts: { connectionTrouble } }) => ({ connectionTrouble }),
    save: (changed) =>
      client.profile.changeAlerts({ alerts: { newReviews, privateFeedback, productNews, ...changed } }),
  });
  return (
    <ProfileSection id="alerts" title={t('profile:alerts.title')} lead={t('profile:alerts.lead')}>
      <SectionForm section={section}>
        <Switch
          classNames={{ root: css.choice, body: css.choiceBody, labelWrapper: css.choiceWords }}
          labelPosition="left"
          label={t('profile:alerts.connectionTrouble')}
          description={t('profile:alerts.connectionTroubleHint')}
          {...section.form.getInputProps('connectionTrouble', { type: 'checkbox' })}
        />
      </SectionForm>
    </ProfileSection>
  );
}
