import { accountNameMaxLength, type Profile } from '@kindling/contract/profile';
import { TextInput } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { useText } from '../../lib/i18n/text.ts';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

interface AccountSectionProps {
  profile: Profile;
  report: ReportDirty;
}

/** The account's name, which owners change. */
export function AccountSection({ profile, report }: AccountSectionProps) {
  const { t } = useText();
  const mayRename = useMayDo('account.manage');
  return (
    <ProfileSection id="account" title={t('profile:account.title')} lead={t('profile:account.lead')}>
      {mayRename ? (
        <NameForm profile={profile} report={report} />
      ) : (
        <TextInput
          label={t('profile:account.name')}
          description={t('profile:account.nameOwners')}
          value={profile.accountName}
          readOnly
          variant="filled"
        />
      )}
    </ProfileSection>
  );
}

function NameForm({ profile, report }: AccountSectionProps) {
  const { t } = useText();
  const section = useSectionForm({
    section: 'account',
    profile,
    report,
    select: ({ accountName }) => ({ name: accountName }),
    save: (values) => client.profile.renameAccount(values),
    validate: { name: (typed) => (typed.trim() === '' ? t('profile:account.nameRequired') : null) },
  });
  return (
    <SectionForm section={section}>
      <TextInput
        label={t('profile:account.name')}
        description={t('profile:account.nameHint')}
        autoComplete="organization"
        maxLength={accountNameMaxLength}
        required
        withAsterisk={false}
        {...section.form.getInputProps('name')}
      />
    </SectionForm>
  );
}
