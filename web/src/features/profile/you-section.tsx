import type { Profile } from '@kindling/contract/profile';
import { TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { client } from '../../lib/api/client.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { PictureField } from './picture-field.tsx';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { useProfileMutation } from './use-profile-mutation.ts';
import { isFieldRejected, type ReportDirty, useDraft } from './use-section-form.ts';

export function YouSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const { brand } = useConfig();
  const { firstName, lastName, displayName } = profile;
  const draft = useDraft('you', { firstName, lastName, displayName }, report);
  const save = useProfileMutation((names: typeof draft.values) => client.profile.changeNames(names));
  const [tried, setTried] = useState(false);
  const display = useRef<HTMLInputElement>(null);
  const empty = draft.values.displayName.trim() === '';
  const onSave = () => {
    setTried(true);
    if (empty) display.current?.focus();
    else save.mutate(draft.values, { onSuccess: (_answer, sent) => draft.forgetSent(sent) });
  };
  const field = (name: keyof typeof draft.values) => ({
    value: draft.values[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      draft.set({ [name]: event.currentTarget.value }),
    error: isFieldRejected(save.error, name) ? t('profile:invalid') : null,
  });
  return (
    <ProfileSection
      id="you"
      title={t('profile:you.title')}
      lead={t('profile:you.lead', { brand: brand.name })}
    >
      <PictureField profile={profile} />
      <SectionForm
        dirty={draft.dirty}
        busy={save.isPending}
        saved={save.isSuccess}
        error={save.error}
        onSave={onSave}
        onUndo={() => {
          draft.undo();
          save.reset();
          setTried(false);
        }}
      >
        <div className={css.pair}>
          <TextInput
            label={t('profile:you.firstName')}
            autoComplete="given-name"
            maxLength={100}
            {...field('firstName')}
          />
          <TextInput
            label={t('profile:you.lastName')}
            autoComplete="family-name"
            maxLength={100}
            {...field('lastName')}
          />
        </div>
        <TextInput
          ref={display}
          label={t('profile:you.displayName')}
          autoComplete="nickname"
          maxLength={200}
          required
          withAsterisk={false}
          {...field('displayName')}
          {...(tried && empty ? { error: t('profile:required') } : {})}
        />
        <TextInput
          label={t('profile:you.email')}
          description={t('profile:you.emailHint')}
          value={profile.email}
          readOnly
          variant="filled"
        />
      </SectionForm>
    </ProfileSection>
  );
}
