import { plainDesign } from '@kindling/contract/code-looks';
import { svgAddress } from '@kindling/guest/qr/svg-address';
import { useText } from '../../lib/i18n/text.ts';
import { drawCode } from './codes/draw-code.ts';
import css from './collect.module.css';

/** An address that is needed on another device: its camera reads it from this screen, so that nobody types it. */
export function AddressCode({ url }: { url: string }) {
  const { t } = useText();
  const svg = drawCode({ content: url, design: plainDesign, callToAction: '' }, 144);
  if (svg === null) return null;
  return (
    <figure className={css.addressCode}>
      <img src={svgAddress(svg)} alt={t('pipeline:scanAlt')} width={112} height={112} draggable={false} />
      <figcaption>{t('pipeline:scan')}</figcaption>
    </figure>
  );
}
