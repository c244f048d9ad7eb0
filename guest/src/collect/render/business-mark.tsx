/** The face of a business: its logo, or the first letter of its name in its color. */
import type { CollectBusiness } from '@kindling/contract/collect-page';
import type { PipelineSettings } from '@kindling/contract/pipeline-settings';
import { plainText } from '../../kit/plain-text.ts';

export type Face = Pick<CollectBusiness, 'name'> & Partial<Pick<CollectBusiness, 'logo'>>;

type Props = { readonly business: Face; readonly look: Pick<PipelineSettings['look'], 'logo'> };

export function BusinessMark({ business, look }: Props) {
  const logo = look.logo ? (business.logo ?? null) : null;
  if (logo !== null)
    return <img className={classNames.logo} src={logo.url} width={logo.width} height={logo.height} alt="" />;
  return (
    <span className={classNames.mark} aria-hidden="true">
      {initialOf(business.name)}
    </span>
  );
}

/** The first letter or digit; a star for a name without any. */
function initialOf(name: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(plainText(name))?.[0].toUpperCase() ?? '★';
}
