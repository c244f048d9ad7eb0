import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { SwitchField } from './fields.tsx';
import { SitesField } from './list-fields.tsx';
import type { SettingsForm } from './settings-form.ts';
import { formatSite } from './site-name.ts';

/** The sites that the embed may be shown on, and what it tells them. */
export function SitesGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const { allowedSites: sites } = form.settings;
  const [only] = sites;
  const few = only === undefined ? t('widgets:editor.sitesAny') : formatSite(only);
  return (
    <SettingsGroup
      title={t('widgets:editor.sites')}
      summary={sites.length > 1 ? t('widgets:editor.sitesCount', { count: sites.length }) : few}
      hasErrors={form.rejected.has('allowedSites') || form.rejected.has('sendsEvents')}
    >
      <SitesField
        form={form}
        field="allowedSites"
        label={t('widgets:editor.allowedSites')}
        description={t('widgets:editor.sitesHint')}
      />
      <SwitchField
        form={form}
        field="sendsEvents"
        label={t('widgets:editor.sendsEvents')}
        description={t('widgets:editor.sendsEventsHint')}
      />
    </SettingsGroup>
  );
}
