import { Link } from '@react-email/link';
import type { CSSProperties, ReactNode } from 'react';
import { ButtonView } from './button-view.tsx';
import { body, Heading, Panel, type WithPalette } from './parts.tsx';
import type { RichBlock, RichInline } from './rich-text.ts';

/** Formatted text. React escapes every word of it. */
export function RichView({ blocks, colors }: WithPalette & { blocks: readonly RichBlock[] }): ReactNode {
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, to a string; equal blocks may stand side by side
    <RichBlockView key={index} block={block} colors={colors} />
  ));
}

function RichBlockView({ block, colors }: WithPalette & { block: RichBlock }) {
  const text: CSSProperties = { ...body, margin: '0 0 16px', color: colors.text, overflowWrap: 'anywhere' };
  switch (block.kind) {
    case 'paragraph':
      return (
        <p className="k-text" style={text}>
          <Inlines nodes={block.children} colors={colors} />
        </p>
      );
    case 'heading':
      return (
        <Heading colors={colors}>
          <Inlines nodes={block.children} colors={colors} />
        </Heading>
      );
    case 'button':
      return (
        <ButtonView block={{ ...block, kind: 'button', withAddress: false }} buttonHelp="" colors={colors} />
      );
    case 'rule':
      return (
        <hr
          className="k-card"
          style={{ margin: '24px 0', border: 'none', borderTop: `1px solid ${colors.line}` }}
        />
      );
    case 'quote':
      return (
        <Panel colors={colors}>
          <RichView blocks={block.blocks} colors={colors} />
        </Panel>
      );
    case 'list':
      return <ListView block={block} style={{ ...text, padding: '0 0 0 24px' }} colors={colors} />;
  }
}

function ListView(
  props: WithPalette & { block: Extract<RichBlock, { kind: 'list' }>; style: CSSProperties },
) {
  const { block, style, colors } = props;
  const items = block.items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={index} style={{ margin: '0 0 8px' }}>
      <ItemView blocks={item} colors={colors} />
    </li>
  ));
  return block.start === null ? (
    <ul className="k-text" style={style}>
      {items}
    </ul>
  ) : (
    <ol className="k-text" start={block.start} style={style}>
      {items}
    </ol>
  );
}

/** A short item has no space of a paragraph below it. */
function ItemView({ blocks, colors }: WithPalette & { blocks: readonly RichBlock[] }): ReactNode {
  const [first, ...rest] = blocks;
  if (first?.kind !== 'paragraph') return <RichView blocks={blocks} colors={colors} />;
  return (
    <>
      <Inlines nodes={first.children} colors={colors} />
      {rest.length === 0 ? null : <RichView blocks={rest} colors={colors} />}
    </>
  );
}

function Inlines({ nodes, colors }: WithPalette & { nodes: readonly RichInline[] }): ReactNode {
  return nodes.map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, to a string; equal words may stand side by side
    <InlineView key={index} node={node} colors={colors} />
  ));
}

function InlineView({ node, colors }: WithPalette & { node: RichInline }) {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'break':
      return <br />;
    case 'code':
      return (
        <code className="k-text" style={{ color: colors.text, fontFamily: 'monospace', fontSize: '15px' }}>
          {node.text}
        </code>
      );
    case 'strong':
      return (
        <strong style={{ fontWeight: 650 }}>
          <Inlines nodes={node.children} colors={colors} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Inlines nodes={node.children} colors={colors} />
        </em>
      );
    case 'link':
      return (
        <Link className="k-link" href={node.href} style={{ color: colors.link }}>
          <Inlines nodes={node.children} colors={colors} />
        </Link>
      );
  }
}
