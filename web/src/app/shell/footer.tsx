import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import css from './footer.module.css';
import { LanguageSelect } from './language-select.tsx';

export function Footer() {
  const { t } = useText();
  const { brand } = useConfig();
  return (
    <footer className={css.footer}>
      <span>{t('footer.copyright', { year: new Date().getFullYear(), brand: brand.name })}</span>
      <LanguageSelect />
    </footer>
  );
}
