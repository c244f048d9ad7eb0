/** A customer's React page with three embeds: two of one code, one of another. */
import { type ReactElement, StrictMode, useState } from 'react';
import { KindlingReviews } from '../index.tsx';

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
  return (
    <StrictMode>
      <button type="button" onClick={() => setShown(!shown)}>
        Show or hide
      </button>
      <button type="button" onClick={() => setFirst(first === code ? other : code)}>
        Change code
      </button>
      <button type="button" onClick={() => setCount(count + 1)}>{`Drawn ${count}`}</button>
      {shown ? (
        <div>
          <KindlingReviews
            code={first}
            host={host}
            reserve={{ narrow: 3000, wide: 2600 }}
            html={html}
            className="first"
          />
          <KindlingReviews code={code} host={`${host}/`} className="again" />
          <KindlingReviews code={other} host={host} className="other" />
        </div>
      ) : null}
    </StrictMode>
  );
}
