import { IconCheck } from '@tabler/icons-react';
import { useText } from '../../../lib/i18n/text.ts';
import css from './new.module.css';

// locale-keys: invitations.steps.*

export const campaignSteps = ['people', 'source', 'mail', 'send'] as const;
export type CampaignStep = (typeof campaignSteps)[number];

interface StepsProps {
  current: CampaignStep;
  onStep: (step: CampaignStep) => void;
}

/** Where one is; steps that are behind can be opened again. */
export function Steps({ current, onStep }: StepsProps) {
  const { t } = useText();
  const at = campaignSteps.indexOf(current);
  return (
    <nav aria-label={t('invitations:steps.label')}>
      <ol className={css.steps}>
        {campaignSteps.map((step, index) => (
          <li key={step} className={css.stepItem} data-done={index < at || undefined}>
            <button
              type="button"
              className={css.stepButton}
              disabled={index > at}
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onStep(step)}
            >
              <span className={css.stepNumber} aria-hidden>
                {index < at ? <IconCheck size={14} stroke={2.4} /> : index + 1}
              </span>
              <span className={css.stepName}>{t(`invitations:steps.${step}`)}</span>
            </button>
          </li>
        ))}
      </ol>
      <p className={css.stepOf} aria-hidden>
        {t('invitations:steps.of', { step: at + 1, total: campaignSteps.length })} ·{' '}
        {t(`invitations:steps.${current}`)}
      </p>
    </nav>
  );
}
