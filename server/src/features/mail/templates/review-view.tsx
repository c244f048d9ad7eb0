/** A review and the figures of a digest, as mails show them. */
import { type } from '@kindling/design/tokens';
import { Link } from '@react-email/link';
import type { CSSProperties } from 'react';
import type { MailFigure, MailReview } from './content.ts';
import { body, Panel, small, type WithPalette } from './parts.tsx';

export function ReviewView({ review, colors }: WithPalette & { review: MailReview }) {
  const { stars, verdict, text, by, href } = review;
  return (
    <Panel colors={colors}>
      {stars === null && verdict === null ? null : (
        <div className="k-muted" style={{ ...small, color: colors.muted }}>
          {stars === null ? null : <Stars stars={stars} colors={colors} />}
          {verdict}
        </div>
      )}
      {text === null ? null : (
        <div
          className="k-text"
          dir="auto"
          style={{
            ...body,
            margin: '4px 0',
            color: colors.text,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {text}
        </div>
      )}
      <div className="k-muted" dir="auto" style={{ ...small, color: colors.muted, overflowWrap: 'anywhere' }}>
        {href === null ? (
          by
        ) : (
          <Link className="k-link" href={href} style={{ color: colors.link }}>
            {by}
          </Link>
        )}
      </div>
    </Panel>
  );
}

/** Characters, because mail programs remove drawings. The words beside them say the same. */
function Stars({ stars, colors }: WithPalette & { stars: number }) {
  const row: CSSProperties = { fontSize: '17px', letterSpacing: '1px' };
  return (
    <span aria-hidden="true" style={{ ...row, paddingInlineEnd: '8px' }}>
      <span className="k-star" style={{ color: colors.star }}>
        {'★'.repeat(stars)}
      </span>
      <span className="k-star-empty" style={{ color: colors.starEmpty }}>
        {'★'.repeat(5 - stars)}
      </span>
    </span>
  );
}

export function Figures({ items, colors }: WithPalette & { items: readonly MailFigure[] }) {
  const number: CSSProperties = {
    fontSize: `${type.display[0] - 8}px`,
    lineHeight: `${type.display[1] - 8}px`,
    fontWeight: 680,
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    color: colors.text,
  };
  const arrowStyle: CSSProperties = { fontSize: '0.6em', fontWeight: 500 };
  return (
    <table
      role="presentation"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      width="100%"
      style={{ margin: '0 0 20px', tableLayout: 'fixed' }}
    >
      <tbody>
        <tr>
          {items.map(({ label, value, arrow, note }) => (
            <td key={label} style={{ padding: '0 8px 0 0', verticalAlign: 'top' }}>
              <div className="k-text k-figure" style={number}>
                {value}
                {arrow === null ? null : (
                  <span className="k-muted" style={{ ...arrowStyle, color: colors.muted }}>
                    {' '}
                    {arrow}
                  </span>
                )}
              </div>
              <div className="k-text" style={{ ...small, color: colors.text }}>
                {label}
              </div>
              <div className="k-muted" style={{ ...small, color: colors.muted }}>
                {note}
              </div>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}
