import { type Language, languages } from '@kindling/contract/constants';
import type { Profile } from '@kindling/contract/profile';
import { languageFacts } from '@kindling/locales/languages.ts';
import { NativeSelect } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { useMayDo } from '../../lib/auth/use-may-do.ts';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { offeredLanguages } from '../../lib/i18n/language-names.ts';
import { useText } from '../../lib/i18n/text.ts';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { type ReportDirty, useSectionForm } from './use-section-form.ts';

function parseLanguage(value: string): Language | undefined {
  return languages.find((one) => one === value);
}

/** The user's language and the account's time zone. */
export function RegionSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t, i18n } = useText();
  const mayChangeZone = useMayDo('account.manage');
  const section = useSectionForm({
    section: 'region',
    profile,
    report,
    select: ({ locale, timeZone }) => ({ locale, timeZone }),
    save: (region) => client.profile.changeRegion(region),
    onSaved: async ({ locale }) => {
      if (i18n.resolvedLanguage !== locale) await chooseLanguage(i18n, locale);
    },
  });
  const { form } = section;
  return (
    <ProfileSection id="region" title={t('profile:region.title')} lead={t('profile:region.lead')}>
      <SectionForm section={section}>
        <div className={css.pair}>
          <NativeSelect
            label={t('profile:region.language')}
            value={form.values.locale}
            onChange={(event) =>
              form.setFieldValue('locale', parseLanguage(event.currentTarget.value) ?? profile.locale)
            }
            data={offeredLanguages(profile.locale).map((value) => ({
              value,
              label: languageFacts[value].name,
            }))}
            data-foreign
          />
        </div>
        <TimeZoneSelect
          label={t('profile:region.timeZone')}
          description={mayChangeZone ? t('profile:region.timeZoneHint') : t('profile:region.timeZoneOwners')}
          disabled={!mayChangeZone}
          allowDeselect={false}
          nothingFoundMessage={t('profile:region.noZone')}
          value={form.values.timeZone}
          onChange={(zone) => form.setFieldValue('timeZone', zone ?? profile.timeZone)}
          error={form.errors.timeZone}
        />
      </SectionForm>
    </ProfileSection>
  );
}
