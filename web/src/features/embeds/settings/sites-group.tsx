import { useText } from '../../../lib/i18n/text.ts';
import type { SettingsForm } from './form.ts';
import { Group } from './group.tsx';
import { Sites } from './list-fields.tsx';
import { showSite } from './site-name.ts';

/** On whose pages it shows itself. */
export function SitesGroup({ form }: { form: SettingsForm }) {
  const { t } = useText();
  const { allowedSites: sites } = form.settings;
  const [only] = sites;
  const few = only === undefined ? t('widgets:editor.sitesAny') : showSite(only);
  return (
    <Group
      title={t('widgets:editor.sites')}
      summary={sites.length > 1 ? t('widgets:editor.sitesCount', { count: sites.length }) : few}
      faulty={form.refused.has('allowedSites')}
    >
      <Sites
        form={form}
        field="allowedSites"
        label={t('widgets:editor.allowedSites')}
        description={t('widgets:editor.sitesHint')}
      />
    </Group>
  );
}
