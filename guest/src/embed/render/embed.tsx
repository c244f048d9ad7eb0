/** The element around every layout. */
import type { Snapshot } from '@kindling/contract/embeds';
import { plainText } from '../../kit/plain-text.ts';
import { StarShapeContext } from '../../kit/stars.tsx';
import { textsOf } from '../../kit/texts.ts';
import { layoutOf } from './layouts.ts';
import { looks } from './looks.ts';

/** @param props.label in place of the usual name of the region, for pages with several embeds of one business */
export function Embed({ snapshot, label: given }: { readonly snapshot: Snapshot; readonly label?: string }) {
  const { settings } = snapshot;
  const texts = textsOf(settings.language);
  const { View } = layoutOf(snapshot);
  const label = given ?? texts.text('region', { name: plainText(snapshot.businessName) });
  return (
    <section className={classNames.embed} lang={texts.tag} aria-label={label}>
      <StarShapeContext value={looks[settings.look].stars ?? 'star'}>
        <View snapshot={snapshot} texts={texts} />
      </StarShapeContext>
    </section>
  );
}
