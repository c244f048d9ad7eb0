import type { Dashboard } from '@kindling/contract/analytics';
import { IconCircleCheckFilled } from '@tabler/icons-react';
import { useText } from '../../lib/i18n/text.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import css from './dashboard.module.css';

// locale-keys: dashboard.checklist.*

/** The way from an empty account to a widget on the shop's site; gone once it has been walked. */
export function Checklist({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useText();
  const steps = [
    { key: 'connect', done: dashboard.connections > 0, to: '/connections' },
    { key: 'read', done: dashboard.total > 0, to: '/connections' },
    { key: 'widget', done: dashboard.embeds > 0, to: '/widgets' },
  ] as const;
  const next = steps.find((step) => !step.done)?.key;
  return (
    <Panel title={t('dashboard:checklist.title')}>
      <p className={css.lead}>{t('dashboard:checklist.lead')}</p>
      <ol className={css.steps}>
        {steps.map((step, index) => (
          <li key={step.key} className={css.step} data-done={step.done || undefined}>
            <span className={css.bullet} aria-hidden="true">
              {step.done ? <IconCircleCheckFilled size={26} /> : index + 1}
            </span>
            <div>
              <strong>{t(`dashboard:checklist.${step.key}.title`)}</strong>
              {step.done ? <span className="k-hidden"> ({t('dashboard:checklist.done')})</span> : null}
              <p className={css.note}>{t(`dashboard:checklist.${step.key}.text`)}</p>
            </div>
            {step.key === next ? (
              <LinkButton to={step.to}>{t(`dashboard:checklist.${step.key}.action`)}</LinkButton>
            ) : null}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
