import type { Profile } from '@kindling/contract/profile';
import { Switch, type SwitchProps, TextInput } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

/** What the fields offer when quiet hours are switched on. */
const usualQuietHours = { from: '22:00', to: '07:00' } as const;

/** E-mail alerts. The profile stores more of them than are offered here: nothing sends the others yet. */
export function AlertsSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const { newReviews, productNews } = profile.alerts;
  const section = useSectionForm({
    section: 'alerts',
    profile,
    report,
    select: ({ alerts: { privateFeedback, connectionTrouble, quietHours } }) => ({
      privateFeedback,
      connectionTrouble,
      quiet: quietHours !== null,
      from: quietHours?.from ?? usualQuietHours.from,
      to: quietHours?.to ?? usualQuietHours.to,
    }),
    save: ({ privateFeedback, connectionTrouble, quiet, from, to }) => {
      const quietHours = quiet ? { from, to } : null;
      return client.profile.changeAlerts({
        alerts: { newReviews, productNews, privateFeedback, connectionTrouble, quietHours },
      });
    },
    validate: {
      from: (from, { quiet }) => (quiet && from === '' ? t('profile:alerts.quietEmpty') : null),
      to: (to, { quiet, from }) =>
        !quiet
          ? null
          : to === ''
            ? t('profile:alerts.quietEmpty')
            : to === from
              ? t('profile:alerts.quietSame')
              : null,
    },
  });
  const { form } = section;
  return (
    <ProfileSection id="alerts" title={t('profile:alerts.title')} lead={t('profile:alerts.lead')}>
      <SectionForm section={section}>
        <AlertSwitch
          label={t('profile:alerts.privateFeedback')}
          description={t('profile:alerts.privateFeedbackHint')}
          {...form.getInputProps('privateFeedback', { type: 'checkbox' })}
        />
        <AlertSwitch
          label={t('profile:alerts.quietHours')}
          description={t('profile:alerts.quietHoursHint')}
          {...form.getInputProps('quiet', { type: 'checkbox' })}
        />
        {form.values.quiet ? (
          <div className={css.pair}>
            <TextInput type="time" label={t('profile:alerts.quietFrom')} {...form.getInputProps('from')} />
            <TextInput type="time" label={t('profile:alerts.quietTo')} {...form.getInputProps('to')} />
          </div>
        ) : null}
        <AlertSwitch
          label={t('profile:alerts.connectionTrouble')}
          description={t('profile:alerts.connectionTroubleHint')}
          {...form.getInputProps('connectionTrouble', { type: 'checkbox' })}
        />
      </SectionForm>
    </ProfileSection>
  );
}

function AlertSwitch(props: SwitchProps) {
  return (
    <Switch
      classNames={{ root: css.choice, body: css.choiceBody, labelWrapper: css.choiceWords }}
      labelPosition="left"
      {...props}
    />
  );
}
