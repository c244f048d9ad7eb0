import { type Language, languages } from '@kindling/contract/constants';
import type { Profile } from '@kindling/contract/profile';
import { NativeSelect } from '@mantine/core';
import { client } from '../../lib/api/client.ts';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { languageNames, offeredLanguages } from '../../lib/i18n/language-names.ts';
import { useText } from '../../lib/i18n/text.ts';
import { TimeZoneSelect } from '../../ui/time-zone-select.tsx';
import css from './profile.module.css';
import { ProfileSection, SectionForm } from './profile-section.tsx';
import { useProfileMutation } from './use-profile-mutation.ts';
import { isFieldRejected, type ReportDirty, useDraft } from './use-section-form.ts';

function parseLanguage(value: string): Language | undefined {
  return languages.find((one) => one === value);
}

/** The user's language and the account's time zone. */
export function RegionSection({ profile, report }: { profile: Profile; report: ReportDirty }) {
  const { t, i18n } = useText();
  const { locale, timeZone } = profile;
  const draft = useDraft<{ locale: string; timeZone: string }>('region', { locale, timeZone }, report);
  const save = useProfileMutation((region: { locale: Language; timeZone: string }) =>
    client.profile.changeRegion(region),
  );
  const onSave = () => {
    const language = parseLanguage(draft.values.locale) ?? locale;
    save.mutate(
      { locale: language, timeZone: draft.values.timeZone },
      {
        onSuccess: async (_answer, sent) => {
          draft.forgetSent(sent);
          if (i18n.resolvedLanguage === language) return;
          await chooseLanguage(i18n, language);
        },
      },
    );
  };
  return (
    <ProfileSection id="region" title={t('profile:region.title')} lead={t('profile:region.lead')}>
      <SectionForm
        dirty={draft.dirty}
        busy={save.isPending}
        saved={save.isSuccess}
        error={save.error}
        onSave={onSave}
        onUndo={() => {
          draft.undo();
          save.reset();
        }}
      >
        <div className={css.pair}>
          <NativeSelect
            label={t('profile:region.language')}
            value={draft.values.locale}
            onChange={(event) => draft.set({ locale: event.currentTarget.value })}
            data={offeredLanguages(locale).map((value) => ({ value, label: languageNames[value] }))}
            data-foreign
          />
        </div>
        <TimeZoneSelect
          label={t('profile:region.timeZone')}
          description={t('profile:region.timeZoneHint')}
          allowDeselect={false}
          nothingFoundMessage={t('profile:region.noZone')}
          value={draft.values.timeZone}
          onChange={(value) => draft.set({ timeZone: value ?? timeZone })}
          error={isFieldRejected(save.error, 'timeZone') ? t('profile:invalid') : null}
        />
      </SectionForm>
    </ProfileSection>
  );
}
