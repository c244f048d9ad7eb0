/** The names of the cards that are taken, which are the same in every language. */
export const cardNames = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const;

/** The cards that are taken, as small drawings with their names. */
export function PayCards() {
  return (
    <p className="plan-cards" translate="no">
      {Object.entries(cardNames).map(([brand, name]) => (
        <span key={brand} className="plan-card">
          {name}
        </span>
      ))}
    </p>
  );
}
