import type { Profile } from '@kindling/contract/profile';
import { Switch } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { useProfileMutation } from './use-profile-mutation.ts';
import { type ReportDirty, useDraft } from './use-section-form.ts';

/** E-mail alerts. The profile stores more of them than are offered here: nothing sends the others yet. */
export function AlertsSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const { newReviews, privateFeedback, connectionTrouble, productNews } = profile.alerts;
  const draft = useDraft('alerts', { connectionTrouble }, report);
  const save = useProfileMutation((changed: typeof draft.values) =>
    client.profile.changeAlerts({ alerts: { newReviews, privateFeedback, productNews, ...changed } }),
  );
  return (
    <ProfileSection id="alerts" title={t('profile:alerts.title')} lead={t('profile:alerts.lead')}>
      <SectionForm
        dirty={draft.dirty}
        busy={save.isPending}
        saved={save.isSuccess}
        error={save.error}
        onSave={() => save.mutate(draft.values, { onSuccess: (_answer, sent) => draft.forgetSent(sent) })}
        onUndo={() => {
          draft.undo();
          save.reset();
        }}
      >
        <Switch
          classNames={{ root: css.choice, body: css.choiceBody, labelWrapper: css.choiceWords }}
          labelPosition="left"
          label={t('profile:alerts.connectionTrouble')}
          description={t('profile:alerts.connectionTroubleHint')}
          checked={draft.values.connectionTrouble}
          onChange={(event) => draft.set({ connectionTrouble: event.currentTarget.checked })}
        />
      </SectionForm>
    </ProfileSection>
  );
}
