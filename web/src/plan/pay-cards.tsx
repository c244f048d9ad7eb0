import { IconLock } from '@tabler/icons-react';
import { Fragment } from 'react';

/** The names of the cards that are taken, which are the same in every language. */
export const cardNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const;

/** The cards that are taken, by name: their logos are the card companies' own. */
export function PayCards() {
  return (
    <p className="plan-cards" translate="no">
      <IconLock size={18} stroke={1.8} aria-hidden />
      <span>
        {Object.values(cardNames).map((name, index) => (
          <Fragment key={name}>
            {index === 0 ? null : ', '}
            <span>{name}</span>
          </Fragment>
        ))}
      </span>
    </p>
  );
}
