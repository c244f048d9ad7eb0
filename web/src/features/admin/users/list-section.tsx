import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/i18n/formats.ts';
import { useText } from '../../../lib/i18n/text.ts';
import css from './users.module.css';

interface ListSectionProps {
  title: string;
  /** Of all rows; some may not be listed. */
  count: number;
  listed: number;
  children: ReactNode;
}

/** A list of an account, with its number of rows. */
export function ListSection({ title, count, listed, children }: ListSectionProps) {
  const { t, i18n } = useText();
  return (
    <section className={css.section}>
      <h5 className={css.sectionHead}>
        {title}
        <span className={css.muted}>{formatNumber(count, i18n.language)}</span>
      </h5>
      <ul className={css.items}>{children}</ul>
      {count > listed ? (
        <p className={css.muted}>{t('admin-users:more', { count: count - listed })}</p>
      ) : null}
    </section>
  );
}
