import { radius } from '@kindling/design/tokens';
import { Button } from '@react-email/button';
import { Link } from '@react-email/link';
import { Text } from '@react-email/text';
import type { Block } from './content.ts';
import { body, small, type WithPalette } from './parts.tsx';

export function ButtonView(
  props: WithPalette & { block: Extract<Block, { kind: 'button' }>; buttonHelp: string },
) {
  const { block, colors, buttonHelp } = props;
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
          backgroundColor: colors.button,
          color: colors.onButton,
          fontWeight: 600,
        }}
      >
        {block.label}
      </Button>
      {block.withAddress ? (
        <Text
          className="k-muted"
          style={{ ...small, margin: '0 0 16px', color: colors.muted, wordBreak: 'break-all' }}
        >
          {/* Only the URL may wrap at any character. */}
          <span style={{ wordBreak: 'normal' }}>{buttonHelp}</span>
          <br />
          <Link className="k-link" href={block.href} style={{ color: colors.link }}>
            {block.href}
          </Link>
        </Text>
      ) : null}
    </>
  );
}
