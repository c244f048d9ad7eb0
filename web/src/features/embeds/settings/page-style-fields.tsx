import { embedParts, embedVariables } from '@kindling/contract/embed-page-styles';
import { useText } from '../../../lib/i18n/text.ts';
import { SettingsSubgroup } from '../../../ui/settings-group.tsx';
import { SwitchField } from './fields.tsx';
import css from './settings.module.css';
import type { SettingsForm } from './settings-form.ts';

/** Opens the embed to the site's own style sheets, and names what they can reach. */
export function PageStyleFields({ form }: { form: SettingsForm }) {
  const { t } = useText();
  if (!form.uses('pageStyles')) return null;
  const names = [
    [t('widgets:editor.pageParts'), embedParts.map((part) => `::part(${part})`)],
    [t('widgets:editor.pageVariables'), Object.values(embedVariables)],
  ] as const;
  return (
    <SettingsSubgroup title={t('widgets:editor.pageStylesTitle')}>
      <SwitchField
        form={form}
        field="pageStyles"
        label={t('widgets:editor.pageStyles')}
        description={t('widgets:editor.pageStylesHint')}
      />
      {form.settings.pageStyles ? (
        <dl className={css.reachable}>
          {names.map(([title, list]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>
                {list.map((name) => (
                  <code key={name}>{name}</code>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </SettingsSubgroup>
  );
}
