import type { ErrorGroup } from '@kindling/contract/error-log';
import { useText } from '../../../lib/i18n/text.ts';
import { Tag, type Tone } from '../../../ui/tag.tsx';
import { visibleText } from './visible-text.ts';

const tones: Readonly<Record<ErrorGroup['state'], Tone>> = { open: 'bad', resolved: 'good', ignored: 'calm' };

/** What a group is called: its message, or a sentence where it stands for the rest of an origin. */
export function useMessageOf(): (group: Pick<ErrorGroup, 'message' | 'isRest'>) => string {
  const { t } = useText();
  return ({ message, isRest }) => (isRest ? t('admin-error-log:rest') : visibleText(message));
}

export function StateTag({ group }: { group: ErrorGroup }) {
  const { t } = useText();
  return (
    <Tag tone={tones[group.state]}>
      {group.byRule ? t('admin-error-log:ignoredByRule') : t(`admin-error-log:state.${group.state}`)}
    </Tag>
  );
}

/** Where it happened, and that it is tried again. */
export function OriginTags({ group }: { group: ErrorGroup }) {
  const { t } = useText();
  return (
    <>
      <Tag tone="calm">{t(`admin-error-log:origin.${group.origin}`)}</Tag>
      {group.level === 'warn' ? <Tag tone="warn">{t('admin-error-log:level.warn')}</Tag> : null}
    </>
  );
}
