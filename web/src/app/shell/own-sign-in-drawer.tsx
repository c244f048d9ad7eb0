import { type Language, languages } from '@kindling/contract/constants';
import { languageFacts } from '@kindling/locales/languages.ts';
import { Drawer, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { SignInSection } from '../../features/profile/sign-in-section.tsx';
import { client } from '../../lib/api/client.ts';
import { useReadUser } from '../../lib/auth/current-user.ts';
import { useAuth } from '../../lib/auth/session.tsx';
import { chooseLanguage } from '../../lib/i18n/choose-language.ts';
import { offeredLanguages } from '../../lib/i18n/language-names.ts';
import { useText } from '../../lib/i18n/text.ts';
import { useArea } from '../../lib/i18n/use-area.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState, ErrorText } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.ts';
import css from './own-sign-in-drawer.module.css';
import { useDelayedOpen } from './use-delayed-open.ts';

/** Password, language, second factor and sessions of an administrator, who has no account and so no profile page. */
export function OwnSignInDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useText();
  const { sidebarPosition } = usePreferences().preferences;
  const texts = useArea('profile');
  return (
    <Drawer
      opened={useDelayedOpen(opened)}
      onClose={onClose}
      title={t('menu.ownSignIn')}
      size={560}
      position={sidebarPosition === 'right' ? 'left' : 'right'}
      overlayProps={{ backgroundOpacity: 0.18 }}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {texts.isPending ? <Skeleton shape="form" height={320} /> : null}
      {texts.isError ? <ErrorState error={texts.error} retry={() => void texts.refetch()} /> : null}
      {texts.isSuccess ? (
        <div className={css.stack}>
          <OwnLanguage />
          {/* It holds the second factor too, as on the profile. */}
          <SignInSection />
        </div>
      ) : null}
    </Drawer>
  );
}

/** The language of the app and of mails. Saved at once. */
function OwnLanguage() {
  const { t, i18n } = useText();
  const readUser = useReadUser();
  const stored = useAuth().additionalUserDetails?.locale ?? 'en';
  const change = useMutation({
    mutationFn: (locale: Language) => client.profile.changeLanguage({ locale }),
    onSuccess: async (_answer, locale) => {
      await Promise.all([chooseLanguage(i18n, locale), readUser()]);
      toast({ tone: 'good', message: t('profile:saved') });
    },
  });
  const chosen = change.isPending ? change.variables : stored;
  return (
    <section aria-label={t('profile:region.language')}>
      <NativeSelect
        label={t('profile:region.language')}
        value={chosen}
        disabled={change.isPending}
        onChange={({ currentTarget: { value } }) => {
          const locale = languages.find((one) => one === value);
          if (locale !== undefined) change.mutate(locale);
        }}
        data={offeredLanguages(stored).map((value) => ({ value, label: languageFacts[value].name }))}
        data-foreign
      />
      {change.error === null ? null : (
        <div className={css.fault}>
          <Notice tone="bad" alert>
            <ErrorText error={change.error} />
          </Notice>
        </div>
      )}
    </section>
  );
}
