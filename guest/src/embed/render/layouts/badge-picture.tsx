/// <reference path="../../../css.d.ts" />
/**
 * The picture badge in a page: the same drawing in the page's markup, with links below, which a picture cannot have.
 */
import badgeRules from '../badge.embed.css';
import { ExternalLink } from '../badge.tsx';
import { describeFigures } from '../badge-facts.ts';
import { badgeLine, linksHeight, notesHeight } from '../badge-heights.ts';
import { figureLink, readText } from '../figure-texts.ts';
import { borderPx, countWrappedRows } from '../heights.ts';
import type { Layout, LayoutContext, LayoutProps } from '../layout.ts';
import { paletteOf } from '../palette.tsx';
import { Footer, WriteReviewLinks } from '../parts.tsx';
import { drawFigures, width } from '../picture/drawing.tsx';
import { textWidth } from '../text-width.ts';
import rules from './badge-picture.embed.css';

/** Width of the picture in em: 320 px at the default text size. */
const widest = 21.4;
const sides = 2.94;
const linkSize = 0.867;

function draw({ snapshot, texts }: LayoutProps) {
  const { settings } = snapshot;
  return drawFigures(snapshot, {
    palette: paletteOf(settings, settings.theme === 'dark' ? 'dark' : 'light'),
    texts,
  });
}

function View(props: LayoutProps) {
  const { snapshot, texts } = props;
  const { height, node } = draw(props);
  const links = linked(props);
  return (
    <>
      <svg
        className={classNames.badgePicture}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={describeFigures(snapshot, texts)}
      >
        {node}
      </svg>
      {links.length > 0 && (
        <p className={classNames.badgePictureFacts}>
          {links.map(({ url, words }) => (
            <ExternalLink key={url} url={url}>
              {words}
            </ExternalLink>
          ))}
        </p>
      )}
      {snapshot.settings.showWrite && <WriteReviewLinks snapshot={snapshot} texts={texts} />}
      <Footer snapshot={snapshot} texts={texts} />
    </>
  );
}

function linked({ snapshot, texts }: LayoutProps) {
  return snapshot.figures.flatMap((figure) => {
    const url = figureLink(figure);
    return url === null ? [] : [{ url, words: readText(figure.source, texts) }];
  });
}

function height(room: LayoutContext) {
  const panel = Math.min(widest, room.slot);
  const inner = panel - sides;
  const links = linked(room).map(({ words }) => textWidth(words));
  const below =
    links.length > 0 ? linkSize * badgeLine * countWrappedRows(links, 1.2, inner / linkSize) + 0.5 : 0;
  const write = linksHeight(room, inner);
  const picture = (draw(room).height / width) * panel;
  const em = picture + below + (write > 0 ? write + 1 : 0) + 1.4 + notesHeight(room, inner);
  return { em, px: borderPx };
}

export const badgePicture: Layout = { View, rules: [...badgeRules, ...rules], height };
