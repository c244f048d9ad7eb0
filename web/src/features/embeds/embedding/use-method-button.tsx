import { Button } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import type { EmbedMethod } from './embed-methods.ts';

// locale-keys: widgets.embed.use.*

/** The methods that this embed has code for, and the callback that shows another method's code. */
export interface MethodSwitchProps {
  methods: readonly EmbedMethod[];
  onUse: (method: EmbedMethod) => void;
}

/** A method that works where another one does not. */
export type AlternativeMethod = 'script' | 'iframe' | 'address' | 'picture';

/** A button that switches to the first of these methods that the embed has. */
export function UseMethodButton({
  of,
  methods,
  onUse,
}: MethodSwitchProps & { of: readonly AlternativeMethod[] }) {
  const { t } = useText();
  const method = of.find((one) => methods.includes(one));
  if (method === undefined) return null;
  return (
    <Button size="xs" variant="default" onClick={() => onUse(method)}>
      {t(`widgets:embed.use.${method}`)}
    </Button>
  );
}
