import { radius, type } from '@kindling/design/tokens';
import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import type { Block } from './content.ts';
import type { MailPalette } from './palette.ts';

const body: CSSProperties = { fontSize: '16px', lineHeight: '25px' };
const small: CSSProperties = { fontSize: `${type.sm[0]}px`, lineHeight: '21px' };

interface WithPalette {
  colours: MailPalette;
}

export function Paragraph({ colours, children }: WithPalette & { children: ReactNode }) {
  return (
    <Text className="k-text" style={{ ...body, margin: '0 0 16px', color: colours.text }}>
      {children}
    </Text>
  );
}

/** One block of a mail. */
export function BlockView(props: WithPalette & { block: Block; buttonHelp: string }) {
  const { block, colours } = props;
  switch (block.kind) {
    case 'text':
      return <Paragraph colours={colours}>{block.text}</Paragraph>;
    case 'note':
      return (
        <Text className="k-muted" style={{ ...small, margin: '0 0 12px', color: colours.muted }}>
          {block.text}
        </Text>
      );
    case 'button':
      return <ButtonView block={block} buttonHelp={props.buttonHelp} colours={colours} />;
    case 'steps':
      return <Steps items={block.items} colours={colours} />;
    case 'facts':
      return <Facts rows={block.rows} colours={colours} />;
    case 'quote':
      return <Quote text={block.text} colours={colours} />;
  }
}

function ButtonView(props: WithPalette & { block: Extract<Block, { kind: 'button' }>; buttonHelp: string }) {
  const { block, colours, buttonHelp } = props;
  return (
    <>
      <Button
        href={block.href}
        className="k-button k-wide"
        style={{
          ...body,
          margin: '8px 0 24px',
          padding: '11px 24px',
          borderRadius: `${radius.md}px`,
          backgroundColor: colours.button,
          color: colours.onButton,
          fontWeight: 600,
        }}
      >
        {block.label}
      </Button>
      {block.withAddress ? (
        <Text
          className="k-muted"
          style={{ ...small, margin: '0 0 16px', color: colours.muted, wordBreak: 'break-all' }}
        >
          {/* Only the URL may wrap at any character. */}
          <span style={{ wordBreak: 'normal' }}>{buttonHelp}</span>
          <br />
          <Link className="k-link" href={block.href} style={{ color: colours.link }}>
            {block.href}
          </Link>
        </Text>
      ) : null}
    </>
  );
}

function Steps({ items, colours }: WithPalette & { items: { title: string; text: string }[] }) {
  const number: CSSProperties = {
    width: '28px',
    padding: '0 0 16px',
    color: colours.link,
    fontWeight: 650,
    verticalAlign: 'top',
    ...body,
  };
  return (
    <Rows>
      {items.map((item, index) => (
        <tr key={item.title}>
          <td className="k-link" style={number}>
            {index + 1}
          </td>
          <td className="k-text" style={{ ...body, padding: '0 0 16px', color: colours.text }}>
            <strong style={{ fontWeight: 650 }}>{item.title}</strong>
            <div className="k-muted" style={{ ...small, color: colours.muted }}>
              {item.text}
            </div>
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Facts({ rows, colours }: WithPalette & { rows: { label: string; value: string }[] }) {
  const cell: CSSProperties = { ...small, padding: '3px 0', verticalAlign: 'top', textAlign: 'start' };
  return (
    <Panel colours={colours}>
      <table role="presentation" border={0} cellPadding="0" cellSpacing="0" width="100%">
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td className="k-muted" width="34%" style={{ ...cell, color: colours.muted }}>
                {row.label}
              </td>
              {/* Own text direction, so that a right-to-left value does not reverse the row. */}
              <td
                className="k-text"
                dir="auto"
                style={{ ...cell, color: colours.text, overflowWrap: 'anywhere' }}
              >
                {row.value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Quote({ text, colours }: WithPalette & { text: string }) {
  return (
    <Panel colours={colours}>
      <div
        className="k-text"
        dir="auto"
        style={{
          ...body,
          color: colours.text,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </div>
    </Panel>
  );
}

function Panel({ colours, children }: WithPalette & { children: ReactNode }) {
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
              backgroundColor: colours.well,
              border: `1px solid ${colours.line}`,
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

function Rows({ children }: { children: ReactNode }) {
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
