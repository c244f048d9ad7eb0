/** Type sizes and frames that several blocks of a mail share. */
import { radius, type } from '@kindling/design/tokens';
import type { CSSProperties, ReactNode } from 'react';
import type { MailPalette } from './palette.ts';

export const body: CSSProperties = { fontSize: '16px', lineHeight: '25px' };
export const small: CSSProperties = { fontSize: `${type.sm[0]}px`, lineHeight: '21px' };

export interface WithPalette {
  colors: MailPalette;
}

export function Heading({ colors, children }: WithPalette & { children: ReactNode }) {
  return (
    <h2
      className="k-text"
      style={{
        margin: '28px 0 12px',
        color: colors.text,
        fontWeight: 650,
        fontSize: `${type.lg[0]}px`,
        lineHeight: `${type.lg[1]}px`,
        overflowWrap: 'anywhere',
      }}
    >
      {children}
    </h2>
  );
}

export function Panel({ colors, children }: WithPalette & { children: ReactNode }) {
  return (
    <table
      role="presentation"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      width="100%"
      style={{ margin: '4px 0 20px', borderCollapse: 'separate', tableLayout: 'fixed' }}
    >
      <tbody>
        <tr>
          <td
            className="k-well"
            style={{
              padding: '12px 16px',
              backgroundColor: colors.well,
              border: `1px solid ${colors.line}`,
              borderRadius: `${radius.md}px`,
            }}
          >
            {children}
          </td>
        </tr>
      </tbody>
    </table>
  );
}

export function Rows({ children }: { children: ReactNode }) {
  return (
    <table
      role="presentation"
      border={0}
      cellPadding="0"
      cellSpacing="0"
      width="100%"
      style={{ margin: '4px 0 8px' }}
    >
      <tbody>{children}</tbody>
    </table>
  );
}
