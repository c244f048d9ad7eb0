import { Button } from '@mantine/core';
import { useText } from '../../../lib/i18n/text.ts';
import type { EmbedMethod } from './embed-methods.ts';

// locale-keys: widgets.embed.use.*

/** The ways that this embed has code for, and what shows the code of another one. */
export interface MethodSwitchProps {
  ways: readonly EmbedMethod[];
  onUse: (way: EmbedMethod) => void;
}

/** A way that helps where another one does not work. */
export type AlternativeMethod = 'script' | 'iframe' | 'address' | 'picture';

/** Shows the code of the first of these ways that this embed has. */
export function UseMethodButton({
  of,
  ways,
  onUse,
}: MethodSwitchProps & { of: readonly AlternativeMethod[] }) {
  const { t } = useText();
  const way = of.find((one) => ways.includes(one));
  if (way === undefined) return null;
  return (
    <Button size="xs" variant="default" onClick={() => onUse(way)}>
      {t(`widgets:embed.use.${way}`)}
    </Button>
  );
}
