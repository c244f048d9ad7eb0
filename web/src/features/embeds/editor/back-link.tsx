import type { EmbedKind } from '@kindling/contract/embed-settings';
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { useText } from '../../../lib/i18n/text.ts';
import { embedKinds } from '../embed-kinds.ts';

/** Back to the list of widgets or of badges. */
export function BackLink({ kind, wordsClass }: { kind: EmbedKind; wordsClass?: string | undefined }) {
  const { t } = useText();
  return (
    <Anchor component={Link} to={embedKinds[kind].list} size="sm">
      ← <span className={wordsClass}>{t(embedKinds[kind].title)}</span>
    </Anchor>
  );
}
