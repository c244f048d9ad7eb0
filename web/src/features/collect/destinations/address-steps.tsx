import { useText } from '../../../lib/i18n/text.ts';
import css from './destinations.module.css';

// locale-keys: pipeline.destinations.steps.*

const steps = ['find', 'share', 'paste'] as const;

/** How an owner finds the address of their page, with a drawing for each step. */
export function AddressSteps() {
  const { t } = useText();
  return (
    <details className={css.how}>
      <summary>{t('pipeline:destinations.how')}</summary>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step}>
            <svg className={css.picture} viewBox="0 0 120 76" aria-hidden="true" focusable="false">
              <StepDrawing step={step} />
            </svg>
            <span>{t(`pipeline:destinations.steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className={css.lead}>{t('pipeline:destinations.steps.others')}</p>
    </details>
  );
}

function StepDrawing({ step }: { step: (typeof steps)[number] }) {
  if (step === 'find')
    return (
      <>
        <rect className={css.paper} x="6" y="6" width="108" height="64" rx="7" />
        <path className={css.road} d="M6 50 42 34l30 14 42-22M50 6l10 64" />
        <path
          className={css.pin}
          d="M78 16a10 10 0 0 1 10 10c0 7-10 17-10 17S68 33 68 26a10 10 0 0 1 10-10z"
        />
        <circle className={css.hole} cx="78" cy="26" r="3.6" />
      </>
    );
  if (step === 'share')
    return (
      <>
        <rect className={css.paper} x="18" y="6" width="84" height="64" rx="7" />
        <rect className={css.ink} x="28" y="16" width="46" height="6" rx="3" />
        <rect className={css.faint} x="28" y="28" width="64" height="5" rx="2.5" />
        <rect className={css.action} x="28" y="42" width="64" height="18" rx="9" />
        <path className={css.arrow} d="M54 51h12m-5-5 5 5-5 5" />
      </>
    );
  return (
    <>
      <rect className={css.paper} x="6" y="22" width="108" height="32" rx="7" />
      <rect className={css.faint} x="16" y="35" width="56" height="6" rx="3" />
      <path className={css.caret} d="M76 30v16" />
      <rect className={css.action} x="84" y="29" width="22" height="18" rx="5" />
      <path className={css.arrow} d="m90 38 3.5 3.5 6.5-7" />
    </>
  );
}
