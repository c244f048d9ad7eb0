import type { Profile } from '@kindling/contract/profile';
import { TextInput } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import { PictureField } from './picture-field.tsx';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

export function YouSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t } = useText();
  const {
    brand,
    auth: { securityUrl },
  } = useConfig();
  const section = useSectionForm({
    section: 'you',
    profile,
    report,
    select: ({ firstName, lastName, displayName }) => ({ firstName, lastName, displayName }),
    save: (names) => client.profile.changeNames(names),
    validate: { displayName: (typed) => (typed.trim() === '' ? t('profile:required') : null) },
  });
  const { form } = section;
  return (
    <ProfileSection
      id="you"
      title={t('profile:you.title')}
      lead={t('profile:you.lead', { brand: brand.name })}
    >
      <PictureField profile={profile} />
      <SectionForm section={section}>
        <div className={css.pair}>
          <TextInput
            label={t('profile:you.firstName')}
            autoComplete="given-name"
            maxLength={100}
            {...form.getInputProps('firstName')}
          />
          <TextInput
            label={t('profile:you.lastName')}
            autoComplete="family-name"
            maxLength={100}
            {...form.getInputProps('lastName')}
          />
        </div>
        <TextInput
          label={t('profile:you.displayName')}
          autoComplete="nickname"
          maxLength={200}
          required
          withAsterisk={false}
          {...form.getInputProps('displayName')}
        />
        <TextInput
          label={t('profile:you.email')}
          description={securityUrl === null ? t('profile:you.emailHint') : t('profile:you.emailChange')}
          value={profile.email}
          readOnly
          variant="filled"
        />
      </SectionForm>
    </ProfileSection>
  );
}
