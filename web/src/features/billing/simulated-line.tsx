import { IconFlask } from '@tabler/icons-react';
import { useConfig } from '../../lib/auth/session.tsx';
import { useText } from '../../lib/i18n/text.ts';
import css from './billing.module.css';

/** Says that no money moves, where a simulator stands in for the payment provider. */
export function SimulatedLine() {
  const { t } = useText();
  if (useConfig().plans?.simulated !== true) return null;
  return (
    <p className={css.simulated}>
      <IconFlask size={16} stroke={1.75} aria-hidden />
      {t('billing:simulated')}
    </p>
  );
}
