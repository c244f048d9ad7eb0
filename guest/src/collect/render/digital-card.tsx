/** The person of a digital card, below both steps: a link that phones offer to save as a contact. */
import type { CardContact } from '@kindling/contract/collect-page';
import { plainText } from '../../kit/plain-text.ts';
import { ownAddress } from './addresses.ts';
import type { PartProps } from './parts.tsx';

type CardProps = { readonly contact: CardContact } & Pick<PartProps, 'texts'>;

export function DigitalCard({ contact, texts }: CardProps) {
  return (
    <aside className={classNames.digitalCard}>
      <p dir="auto">
        <b>{plainText(contact.name)}</b>
        {contact.title !== null && <span className={classNames.hint}>{plainText(contact.title)}</span>}
      </p>
      <a href={ownAddress(contact.cardUrl)}>{texts.text('saveContact')}</a>
    </aside>
  );
}
