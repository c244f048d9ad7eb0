import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import type { CSSProperties, ReactNode } from 'react';
import { ButtonView } from './button-view.tsx';
import type { Block } from './content.ts';
import { body, Heading, Panel, Rows, small, type WithPalette } from './parts.tsx';
import { Figures, ReviewView } from './review-view.tsx';
import { RichView } from './rich-view.tsx';

export function Paragraph({ colors, children }: WithPalette & { children: ReactNode }) {
  return (
    <Text className="k-text" style={{ ...body, margin: '0 0 16px', color: colors.text }}>
      {children}
    </Text>
  );
}

/** One block of a mail. */
export function BlockView(props: WithPalette & { block: Block; buttonHelp: string }) {
  const { block, colors } = props;
  switch (block.kind) {
    case 'text':
      return <Paragraph colors={colors}>{block.text}</Paragraph>;
    case 'heading':
      return <Heading colors={colors}>{block.text}</Heading>;
    case 'links':
      return <Links items={block.items} colors={colors} />;
    case 'note':
      return (
        <Text className="k-muted" style={{ ...small, margin: '0 0 12px', color: colors.muted }}>
          {block.text}
        </Text>
      );
    case 'letter':
      return (
        <Text
          className="k-text"
          dir="auto"
          style={{
            ...body,
            margin: '0 0 16px',
            color: colors.text,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
          }}
        >
          {block.text}
        </Text>
      );
    case 'button':
      return <ButtonView block={block} buttonHelp={props.buttonHelp} colors={colors} />;
    case 'steps':
      return <Steps items={block.items} colors={colors} />;
    case 'facts':
      return <Facts rows={block.rows} colors={colors} />;
    case 'quote':
      return <Quote text={block.text} colors={colors} />;
    case 'figures':
      return <Figures items={block.items} colors={colors} />;
    case 'review':
      return <ReviewView review={block.review} colors={colors} />;
    case 'rich':
      return <RichView blocks={block.blocks} colors={colors} />;
  }
}

function Links({ items, colors }: WithPalette & { items: { label: string; href: string }[] }) {
  return items.map(({ label, href }) => (
    <Text key={href} style={{ ...body, margin: '0 0 8px' }}>
      <Link className="k-link" href={href} style={{ color: colors.link }}>
        {label}
      </Link>
    </Text>
  ));
}

function Steps({ items, colors }: WithPalette & { items: { title: string; text: string }[] }) {
  const number: CSSProperties = {
    width: '28px',
    padding: '0 0 16px',
    color: colors.link,
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
          <td className="k-text" style={{ ...body, padding: '0 0 16px', color: colors.text }}>
            <strong style={{ fontWeight: 650 }}>{item.title}</strong>
            <div className="k-muted" style={{ ...small, color: colors.muted }}>
              {item.text}
            </div>
          </td>
        </tr>
      ))}
    </Rows>
  );
}

function Facts({ rows, colors }: WithPalette & { rows: { label: string; value: string }[] }) {
  const cell: CSSProperties = { ...small, padding: '3px 0', verticalAlign: 'top', textAlign: 'start' };
  return (
    <Panel colors={colors}>
      <table role="presentation" border={0} cellPadding="0" cellSpacing="0" width="100%">
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <td
                className="k-muted"
                width="38%"
                style={{ ...cell, paddingRight: '8px', color: colors.muted, overflowWrap: 'anywhere' }}
              >
                {row.label}
              </td>
              {/* Own text direction, so that a right-to-left value does not reverse the row. */}
              <td
                className="k-text"
                dir="auto"
                style={{ ...cell, color: colors.text, overflowWrap: 'anywhere' }}
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

function Quote({ text, colors }: WithPalette & { text: string }) {
  return (
    <Panel colors={colors}>
      <div
        className="k-text"
        dir="auto"
        style={{
          ...body,
          color: colors.text,
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </div>
    </Panel>
  );
}
