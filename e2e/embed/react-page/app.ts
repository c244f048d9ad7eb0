/** A React page of somebody else with three embeds: two of one code, one of another. */
import { KindlingReviews } from '@kindling/react';
import { createElement as h, type ReactElement, StrictMode, useState } from 'react';

export interface AppProps {
  host: string;
  code: string;
  other: string;
  html: string | null;
}

export function App({ host, code, other, html }: AppProps): ReactElement {
  const [shown, setShown] = useState(true);
  const [first, setFirst] = useState(code);
  const [count, setCount] = useState(0);
  const reserve = { narrow: 3000, wide: 2600 };
  return h(
    StrictMode,
    null,
    h('button', { onClick: () => setShown(!shown) }, 'Show or hide'),
    h('button', { onClick: () => setFirst(first === code ? other : code) }, 'Change code'),
    h('button', { onClick: () => setCount(count + 1) }, `Drawn ${count}`),
    shown
      ? h(
          'div',
          null,
          h(KindlingReviews, { code: first, host, reserve, html, className: 'first' }),
          h(KindlingReviews, { code, host: `${host}/`, className: 'again' }),
          h(KindlingReviews, { code: other, host, className: 'other' }),
        )
      : null,
  );
}
