import { type Profile, reviewAlertSchedules } from '@kindling/contract/profile';
import { NativeSelect, Switch } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useText } from '../../lib/i18n/text.ts';
import css from './profile.module.css';
import { Section, SectionForm } from './section.tsx';
import { useSave } from './use-save.ts';
import { type ReportDirty, useDraft } from './use-section.ts';

// locale-keys: profile.alerts.*

const switches = ['privateFeedback', 'connectionTrouble', 'productNews'] as const;
type Schedule = (typeof reviewAlertSchedules)[number];

/** What the person is told by mail. */
export function AlertsSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const { newReviews, privateFeedback, connectionTrouble, productNews } = profile.alerts;
  const stored: {
    newReviews: Schedule;
    privateFeedback: boolean;
    connectionTrouble: boolean;
    productNews: boolean;
  } = { newReviews, privateFeedback, connectionTrouble, productNews };
  const draft = useDraft('alerts', stored, report);
  const save = useSave((alerts: typeof stored) => client.profile.changeAlerts({ alerts }));
  return (
    <Section id="alerts" title={t('profile:alerts.title')} lead={t('profile:alerts.lead')}>
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
        <div className={css.pair}>
          <NativeSelect
            label={t('profile:alerts.newReviews')}
            value={draft.values.newReviews}
            onChange={(event) =>
              draft.set({
                newReviews: reviewAlertSchedules.find((one) => one === event.currentTarget.value) ?? 'off',
              })
            }
            data={reviewAlertSchedules.map((value) => ({
              value,
              label: t(`profile:alerts.schedule.${value}`),
            }))}
          />
        </div>
        {switches.map((name) => (
          <Switch
            key={name}
            classNames={{ root: css.choice, body: css.choiceBody, labelWrapper: css.choiceWords }}
            labelPosition="left"
            label={t(`profile:alerts.${name}`)}
            description={t(`profile:alerts.${name}Hint`)}
            checked={draft.values[name]}
            onChange={(event) => draft.set({ [name]: event.currentTarget.checked })}
          />
        ))}
      </SectionForm>
    </Section>
  );
}
