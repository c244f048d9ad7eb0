// The layout of all mails. All mail programs support tables and inline styles. The style sheet for dark mode and small
// screens is optional: a mail is readable without it. A mail loads nothing from the network; it carries its logo.
import { brandShapes } from '@kindling/design/brand-shapes';
import { fontStack, radius, type } from '@kindling/design/tokens';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Html } from '@react-email/html';
import { Link } from '@react-email/link';
import { Preview } from '@react-email/preview';
import type { CSSProperties, ReactNode } from 'react';
import { BlockView, Paragraph } from './block-view.tsx';
import type { MailContent } from './content.ts';
import { type MailPalette, mailPalettes } from './palette.ts';

export interface LayoutProps {
  /** BCP 47. */
  tag: string;
  brand: { name: string; primaryColor: string };
  /** Content-ID of the product's logo; null for the initial of a business. */
  logo: string | null;
  content: MailContent;
  /** The text before the URL of a button. */
  buttonHelp: string;
  footer: readonly FooterLine[];
}

/** A line below the card; its text contains the words of its link. */
export interface FooterLine {
  text: string;
  link?: { words: string; href: string };
}

/** The colors of each class in dark mode. The light colors are inline styles. */
const darkRules = [
  ['k-ground', 'background-color', 'ground'],
  ['k-card', 'background-color', 'card'],
  ['k-card', 'border-color', 'line'],
  ['k-well', 'background-color', 'well'],
  ['k-well', 'border-color', 'line'],
  ['k-text', 'color', 'text'],
  ['k-muted', 'color', 'muted'],
  ['k-link', 'color', 'link'],
  ['k-star', 'color', 'star'],
  ['k-star-empty', 'color', 'starEmpty'],
  ['k-button', 'background-color', 'button'],
  ['k-button', 'color', 'onButton'],
  ['k-tile', 'background-color', 'tile'],
  ['k-tile', 'color', 'onTile'],
] as const;

/** Outlook on phones and on the web applies its own dark mode and marks it by an attribute; it gets the same colors. */
function styleSheet(dark: MailPalette): string {
  const rules = (prefix: string) =>
    darkRules
      .map(([name, property, color]) => `${prefix}.${name}{${property}:${dark[color]} !important}`)
      .join('');
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){${rules('')}}
${rules('[data-ogsc] ')}
@media (max-width:480px){.k-pad{padding:28px 20px !important}.k-wide{display:block !important;text-align:center !important}.k-figure{font-size:24px !important;line-height:34px !important}}`;
}

/** The HTML document of a mail. */
export function MailLayout(props: LayoutProps) {
  const { tag, brand, content } = props;
  const { light, dark } = mailPalettes(brand.primaryColor);
  return (
    <Html lang={tag} dir="ltr">
      <Head>
        <title>{content.subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{styleSheet(dark)}</style>
      </Head>
      <body className="k-ground" style={{ margin: 0, padding: 0, backgroundColor: light.ground }}>
        <Preview>{content.preheader}</Preview>
        {/* Repeats the background, because the library's body has no class on its inner cell for the dark mode. */}
        <Table width="100%" className="k-ground" style={{ backgroundColor: light.ground }}>
          <td style={{ padding: '32px 12px 40px', fontFamily: fontStack }}>
            {/* Some mail programs remove html and body with their language. */}
            <Container lang={tag} style={{ maxWidth: '560px' }}>
              <Masthead name={brand.name} logo={props.logo} colors={light} />
              <Card colors={light}>
                <h1
                  className="k-text"
                  style={{
                    margin: '0 0 20px',
                    color: light.text,
                    fontWeight: 650,
                    fontSize: `${type.h1[0]}px`,
                    lineHeight: `${type.h1[1]}px`,
                  }}
                >
                  {content.heading}
                </h1>
                {content.greeting === null ? null : <Paragraph colors={light}>{content.greeting}</Paragraph>}
                {content.blocks.map((block) => (
                  <BlockView
                    key={JSON.stringify(block)}
                    block={block}
                    buttonHelp={props.buttonHelp}
                    colors={light}
                  />
                ))}
              </Card>
              <Footer {...props} colors={light} />
            </Container>
          </td>
        </Table>
      </body>
    </Html>
  );
}

/** The logo, or the initial on the same tile: for a business, and in programs that show no picture. */
function Masthead({ name, logo, colors }: { name: string; logo: string | null; colors: MailPalette }) {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '';
  const side = 36;
  const tile: CSSProperties = {
    width: `${side}px`,
    height: `${side}px`,
    borderRadius: `${(side * brandShapes.radius) / brandShapes.box}px`,
    backgroundColor: colors.tile,
    color: colors.onTile,
    textAlign: 'center',
    fontSize: '19px',
    lineHeight: `${side}px`,
    fontWeight: 700,
  };
  return (
    <Table style={{ margin: '0 0 20px' }}>
      <td width={side} aria-hidden="true" className="k-tile" style={tile}>
        {logo === null ? (
          initial
        ) : (
          // React writes a hint to load a picture into the head, except for one that may wait.
          <img
            loading="lazy"
            src={`cid:${logo}`}
            width={side}
            height={side}
            alt={initial}
            style={{ display: 'block', width: `${side}px`, height: `${side}px`, border: '0' }}
          />
        )}
      </td>
      <td
        className="k-text"
        style={{
          padding: '0 10px',
          color: colors.text,
          fontSize: `${type.lg[0]}px`,
          lineHeight: `${side}px`,
          fontWeight: 650,
        }}
      >
        {name}
      </td>
    </Table>
  );
}

function Card({ colors, children }: { colors: MailPalette; children: ReactNode }) {
  return (
    <Table width="100%" style={{ borderCollapse: 'separate' }}>
      <td
        className="k-card k-pad"
        style={{
          padding: '36px 40px',
          backgroundColor: colors.card,
          border: `1px solid ${colors.line}`,
          borderRadius: `${radius.lg}px`,
        }}
      >
        {children}
      </td>
    </Table>
  );
}

function Footer({ footer, colors }: LayoutProps & { colors: MailPalette }) {
  const style: CSSProperties = {
    margin: '0 0 8px',
    color: colors.muted,
    fontSize: `${type.sm[0]}px`,
    lineHeight: `${type.sm[1]}px`,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
  };
  const linkStyle: CSSProperties = { color: colors.muted, textDecoration: 'underline' };
  return (
    <Table width="100%">
      <td style={{ padding: '20px 0 0' }}>
        {footer.map(({ text, link }) => {
          const [before = '', after = ''] = link === undefined ? [text] : text.split(link.words);
          return (
            <p key={text} className="k-muted" style={style}>
              {before}
              {link === undefined ? null : (
                <Link className="k-muted" href={link.href} style={linkStyle}>
                  {link.words}
                </Link>
              )}
              {after}
            </p>
          );
        })}
      </td>
    </Table>
  );
}

/** A layout table of one row, which screen readers ignore. */
function Table(props: { width?: string; className?: string; style?: CSSProperties; children: ReactNode }) {
  const { children, ...rest } = props;
  return (
    <table role="presentation" border={0} cellPadding="0" cellSpacing="0" {...rest}>
      <tbody>
        <tr>{children}</tr>
      </tbody>
    </table>
  );
}
