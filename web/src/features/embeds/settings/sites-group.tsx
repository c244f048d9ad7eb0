import { useText } from '../../../lib/i18n/text.ts';
import { SettingsGroup } from '../../../ui/settings-group.tsx';
import { SitesField } from './list-fields.tsx';
import type { SettingsForm } from './settings-form.ts';
import { formatSite } from './site-name.ts';

/** The sites that the embed may be shown on. */
export function SitesGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const { allowedSites: sites } = form.settings;
  const [only] = sites;
  const few = only === undefined ? t('widgets:editor.sitesAny') : formatSite(only);
  return (
    <SettingsGroup
      title={t('widgets:editor.sites')}
      summary={sites.length > 1 ? t('widgets:editor.sitesCount', { count: sites.length }) : few}
      hasErrors={form.rejected.has('allowedSites')}
    >
      <SitesField
        form={form}
        field="allowedSites"
        label={t('widgets:editor.allowedSites')}
        description={t('widgets:editor.sitesHint')}
      />
    </SettingsGroup>
  );
}
