/// <reference path="../../css.d.ts" />
/** What an embed shows two weeks after its account's plan ended: plain links to the platforms, in every layout. */
import { safeLink } from '../../kit/link.ts';
import { plainText } from '../../kit/plain-text.ts';
import { borderPx, lineHeight, sum } from './heights.ts';
import lapsedRules from './lapsed.embed.css';
import fixedRules from './lapsed-fixed.embed.css';
import type { Layout, LayoutContext, LayoutProps } from './layout.ts';
import { externalLinkProps } from './parts.tsx';
import { countLines } from './text-width.ts';

/** Padding of the block, both sides together, as in lapsed.embed.css. */
const padding = { across: 2, along: 1 };
const mostLines = 8;

function View(props: LayoutProps) {
  const links = linksOf(props);
  if (links.length === 0) return null;
  return (
    <div className={classNames.plainLinks}>
      {links.map(({ href, label }) => (
        <a key={href} href={href} {...externalLinkProps}>
          {label}
        </a>
      ))}
    </div>
  );
}

function linksOf({ snapshot, texts }: LayoutProps) {
  const links = (snapshot.lapsed?.links ?? []).flatMap(({ url, name, source }) => {
    const href = safeLink(url);
    const label = `${texts.text('region', { name: plainText(name) })} · ${texts.text(`source_${source}`)}`;
    return href === null ? [] : [{ href, label }];
  });
  // A location may have been connected twice.
  return [...new Map(links.map((link) => [link.href, link])).values()];
}

function height(room: LayoutContext) {
  const lines = linksOf(room).map(({ label }) => countLines(label, room.slot - padding.across, mostLines));
  return { em: lines.length === 0 ? 0 : padding.along + lineHeight * sum(lines), px: borderPx };
}

/** @param usual the layout of the embed code; the reserved space and a fixed position stay as it has them. */
export function lapsedLayout({ fixed, slots }: Layout): Layout {
  return {
    View,
    rules: fixed ? [...lapsedRules, ...fixedRules] : lapsedRules,
    height,
    ...(slots && { slots }),
    ...(fixed && { fixed }),
  };
}
