import {
  type AlertChoices,
  digestSchedules,
  maxLowStars,
  type Profile,
  reviewAlertScopes,
} from '@kindling/contract/profile';
import {
  Checkbox,
  NativeSelect,
  Radio,
  SegmentedControl,
  Switch,
  type SwitchProps,
  TextInput,
} from '@mantine/core';
import { Fragment, type ReactNode, useId } from 'react';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { formatHour } from '../../lib/i18n/formats.ts';
import { useText } from '../../lib/i18n/text.ts';
import { parseOption } from '../../lib/parse-option.ts';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

// locale-keys: profile.alerts.scope_*
// locale-keys: profile.alerts.scopeHint_*
// locale-keys: profile.alerts.digest_*

/** What the fields offer when quiet hours are switched on. */
const usualQuietHours = { from: '22:00', to: '07:00' } as const;
/** The hour at which digests are sent. */
const digestHour = 8;
const starChoices = Array.from({ length: maxLowStars }, (_, index) => index + 1);

/** The stored choices as values of the form, which are texts and switches. */
function select({ alerts: { version: _, quietHours, lowStars, ...choices } }: Profile) {
  return {
    ...choices,
    lowStars: String(lowStars),
    quiet: quietHours !== null,
    from: quietHours?.from ?? usualQuietHours.from,
    to: quietHours?.to ?? usualQuietHours.to,
  };
}

function save({ quiet, from, to, lowStars, ...choices }: ReturnType<typeof select>) {
  const alerts: Omit<AlertChoices, 'version'> = {
    ...choices,
    lowStars: Number(lowStars),
    quietHours: quiet ? { from, to } : null,
  };
  return client.profile.changeAlerts({ alerts });
}

/** What the person gets by e-mail. */
export function AlertsSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t, i18n } = useText();
  // Reviews are assigned only to those who may reply.
  const mayReply = useMayDo('reviews.reply');
  const section = useSectionForm({
    section: 'alerts',
    profile,
    report,
    select,
    save,
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
  const switchProps = (
    name: 'monthlyReport' | 'privateFeedback' | 'quiet' | 'connectionTrouble' | 'assigned' | 'productNews',
  ) => form.getInputProps(name, { type: 'checkbox' });
  return (
    <ProfileSection id="alerts" title={t('profile:alerts.title')} lead={t('profile:alerts.lead')}>
      <SectionForm section={section}>
        <Radio.Group
          label={t('profile:alerts.newReviews')}
          description={t('profile:alerts.newReviewsHint')}
          {...form.getInputProps('newReviews')}
          onChange={(value) => form.setFieldValue('newReviews', parseOption(value, reviewAlertScopes))}
        >
          <div className={css.scopes}>
            {reviewAlertScopes.toReversed().map((scope) => (
              <Fragment key={scope}>
                <Radio
                  value={scope}
                  label={t(`profile:alerts.scope_${scope}`)}
                  description={t(`profile:alerts.scopeHint_${scope}`)}
                />
                {scope === 'low' && form.values.newReviews === 'low' ? (
                  <div className={css.lowChoice}>
                    <NativeSelect
                      label={t('profile:alerts.lowStars')}
                      {...form.getInputProps('lowStars')}
                      data={starChoices.map((stars) => ({
                        value: String(stars),
                        label: t('profile:alerts.upToStars', { count: stars }),
                      }))}
                    />
                    <Checkbox
                      label={t('profile:alerts.unrated')}
                      description={t('profile:alerts.unratedHint')}
                      {...form.getInputProps('unrated', { type: 'checkbox' })}
                    />
                  </div>
                ) : null}
              </Fragment>
            ))}
          </div>
        </Radio.Group>
        <DigestChoice
          hint={t('profile:alerts.digestHint', {
            time: formatHour(digestHour, i18n.language),
            zone: profile.timeZone,
          })}
          value={form.values.digest}
          onChange={(digest) => form.setFieldValue('digest', digest)}
        />
        <AlertSwitch
          label={t('profile:alerts.monthlyReport')}
          description={t('profile:alerts.monthlyReportHint')}
          {...switchProps('monthlyReport')}
        />
        <AlertSwitch
          label={t('profile:alerts.privateFeedback')}
          description={t('profile:alerts.privateFeedbackHint')}
          {...switchProps('privateFeedback')}
        />
        {mayReply ? (
          <AlertSwitch
            label={t('profile:alerts.assigned')}
            description={t('profile:alerts.assignedHint')}
            {...switchProps('assigned')}
          />
        ) : null}
        <AlertSwitch
          label={t('profile:alerts.connectionTrouble')}
          description={t('profile:alerts.connectionTroubleHint')}
          {...switchProps('connectionTrouble')}
        />
        <AlertSwitch
          label={t('profile:alerts.productNews')}
          description={t('profile:alerts.productNewsHint')}
          {...switchProps('productNews')}
        />
        <AlertSwitch
          label={t('profile:alerts.quietHours')}
          description={t('profile:alerts.quietHoursHint', { zone: profile.timeZone })}
          {...switchProps('quiet')}
        />
        {form.values.quiet ? (
          <div className={css.pair}>
            <TextInput type="time" label={t('profile:alerts.quietFrom')} {...form.getInputProps('from')} />
            <TextInput type="time" label={t('profile:alerts.quietTo')} {...form.getInputProps('to')} />
          </div>
        ) : null}
      </SectionForm>
    </ProfileSection>
  );
}

interface DigestChoiceProps {
  hint: string;
  value: AlertChoices['digest'];
  onChange: (digest: AlertChoices['digest']) => void;
}

/** How often all new reviews come in one mail. */
function DigestChoice({ hint, value, onChange }: DigestChoiceProps) {
  const { t } = useText();
  const id = useId();
  return (
    <div className={css.choice}>
      <ChoiceWords id={id} label={t('profile:alerts.digest')} hint={hint} />
      <SegmentedControl
        fullWidth
        mt="sm"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(chosen) => onChange(parseOption(chosen, digestSchedules))}
        data={digestSchedules.map((schedule) => ({
          value: schedule,
          label: t(`profile:alerts.digest_${schedule}`),
        }))}
      />
    </div>
  );
}

function ChoiceWords({ id, label, hint }: { id: string; label: ReactNode; hint: ReactNode }) {
  return (
    <>
      <div id={`${id}-label`} className={css.choiceLabel}>
        {label}
      </div>
      <div id={`${id}-hint`} className={css.choiceHint}>
        {hint}
      </div>
    </>
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
