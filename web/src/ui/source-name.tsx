import type { Source } from '@kindling/contract/platforms';
import { SourceMark } from '@kindling/guest/kit/source-mark';
import { useText } from '../lib/i18n/text.ts';
import css from './source-name.module.css';

// locale-keys: common.source.*

/** The mark of a source, with its name beside it; with `bare` only screen readers get the name. */
export function SourceName({ source, bare = false }: { source: Source; bare?: boolean }) {
  const { t } = useText();
  const name = t(`common:source.${source}`);
  return (
    <span className={css.source}>
      <SourceMark source={source} label={bare ? name : null} />
      {bare ? null : name}
    </span>
  );
}
