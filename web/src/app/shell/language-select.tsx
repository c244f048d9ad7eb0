import { languageFacts } from '@kindling/locales/languages.ts';
import { IconWorld } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import css from './footer.module.css';
import { useLanguage } from './use-language.tsx';

/** Lists the languages, each by its own name. */
export function LanguageSelect() {
  const { t } = useText();
  const { current, offered, choose } = useLanguage();
  return (
    <label className={css.language}>
      <IconWorld size={18} stroke={1.75} aria-hidden />
      <span className="k-hidden">{t('menu.language')}</span>
      <select value={current} onChange={({ currentTarget }) => choose(currentTarget.value)} data-foreign>
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageFacts[language].name}
          </option>
        ))}
      </select>
    </label>
  );
}
