import { useText } from '../../lib/i18n/text.ts';
import type { PlanText } from '../../plan/plan-text.ts';

/** Every value that some text of the plan has; the types ask for all of them, where the key is a variable. */
const noValues = { saving: '', price: '', currency: '' };

/** The texts that the app shares with the public page. */
export function usePlanText(): PlanText {
  const { t } = useText();
  return (key, values) => t(`plan:${key}`, { ...noValues, ...values });
}
