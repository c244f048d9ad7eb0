import type { BillingInterval } from '@kindling/contract/billing';
import type { PlanText, ShownPrices } from './plan-text.ts';

interface PlanChoiceProps {
  text: PlanText;
  prices: ShownPrices;
  /** Without it, the browser keeps the choice. */
  chosen?: BillingInterval;
  onChoose?: (interval: BillingInterval) => void;
}

/**
 * Monthly or yearly. The style sheet shows the price of the radio button that is chosen, so that the public page needs no
 * script. A browser without `:has` shows both prices.
 */
export function PlanChoice({ text, prices, chosen, onChoose }: PlanChoiceProps) {
  const radio = (interval: BillingInterval) =>
    chosen === undefined
      ? { defaultChecked: interval === 'month' }
      : { checked: chosen === interval, onChange: () => onChoose?.(interval) };
  return (
    <fieldset className="plan-choice">
      <legend className="plan-hidden">{text('choose.label')}</legend>
      <input type="radio" name="pay" id="pay-month" value="month" {...radio('month')} />
      <label htmlFor="pay-month">{text('choose.month')}</label>
      <input type="radio" name="pay" id="pay-year" value="year" {...radio('year')} />
      <label htmlFor="pay-year">
        {text('choose.year')}
        {prices.saving === null ? null : (
          <>
            {' '}
            <span className="plan-off">{text('choose.off', { saving: prices.saving })}</span>
          </>
        )}
      </label>
    </fieldset>
  );
}
