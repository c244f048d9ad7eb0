import { Input, Switch } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { AddressLine } from '../address-line.tsx';
import type { GroupProps } from './group-props.ts';

interface PublicPagesGroupProps extends Pick<GroupProps, 'settings' | 'onChange'> {
  profileUrl: string;
}

/** The pages about the business that belong to a pipeline, and whether search engines may list its profile. */
export function PublicPagesGroup({ settings, onChange, profileUrl }: PublicPagesGroupProps) {
  const { t } = useText();
  const pages = [
    { label: t('pipeline:public.profile'), text: t('pipeline:public.profileText'), url: profileUrl },
    {
      label: t('pipeline:public.howWeAsk'),
      text: t('pipeline:public.howWeAskText'),
      url: `${profileUrl}/how-we-ask`,
    },
  ];
  return (
    <SettingsGroup
      title={t('pipeline:public.title')}
      summary={t('pipeline:public.summary')}
      hasErrors={false}
    >
      {pages.map(({ label, text, url }) => (
        <Input.Wrapper key={url} label={label} description={text} labelElement="div">
          <AddressLine label={label} url={url} />
        </Input.Wrapper>
      ))}
      <Switch
        label={t('pipeline:public.indexed')}
        description={t('pipeline:public.indexedHint')}
        checked={settings.profileIndexed}
        onChange={(event) =>
          onChange('profileIndexed', { ...settings, profileIndexed: event.currentTarget.checked })
        }
      />
    </SettingsGroup>
  );
}
