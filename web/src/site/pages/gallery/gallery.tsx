import { lookSettings } from '@kindling/contract/embed-looks';
import { badgeLayouts, type EmbedLayout, embedLooks, widgetLayouts } from '@kindling/contract/embed-settings';
import type galleryTexts from '@kindling/locales/en/site-gallery.json';
import type widgetTexts from '@kindling/locales/en/widgets.json';
import { Button } from '../../kit/button.tsx';
import { CallToAction } from '../../kit/call-to-action.tsx';
import { Hero } from '../../kit/hero.tsx';
import { Section } from '../../kit/section.tsx';
import { StartButton } from '../../kit/start-button.tsx';
import { LiveEmbed } from '../../live/live-embed.tsx';
import type { PageProps, SitePage } from '../../site-page.ts';
import {
  colorRules,
  firstLook,
  galleryColors,
  gallerySheet,
  gallerySnapshot,
  galleryThemes,
  lookFile,
} from './looks.tsx';

// locale-keys: site-gallery.*, widgets.preset.*

export type GalleryTexts = typeof galleryTexts;
type Props = PageProps<GalleryTexts & { widgets: typeof widgetTexts }>;

/** In a corner of the window, so they are shown on the example page. */
const cornerLayouts: readonly EmbedLayout[] = ['floating', 'toast', 'badge-corner'];
const colorNames = Object.keys(galleryColors) as (keyof typeof galleryColors)[];

const shownIn = ({ texts, site, language, brand }: Props) => ({
  language,
  brand: brand.name,
  texts: { site, gallery: texts },
});

/** Radio buttons that style rules read, so that the choice works without a script. A look needs one. */
function Choices(props: Props) {
  const { width, theme, color, look, widgets } = props.texts;
  return (
    <div className="choices">
      <p className="choice-look">
        <label htmlFor="look">{look}</label>
        <select id="look" autoComplete="off">
          {embedLooks.map((name) => (
            <option
              key={name}
              value={lookFile(name, shownIn(props)).address}
              data-theme={lookSettings[name].theme === 'dark' ? 'dark' : 'light'}
            >
              {widgets.preset[name]}
            </option>
          ))}
        </select>
      </p>
      <fieldset className="choice-color">
        <legend>{color.label}</legend>
        {(['own', ...colorNames] as const).map((name) => (
          <span key={name}>
            <input type="radio" name="color" id={`color-${name}`} defaultChecked={name === 'own'} />
            <label htmlFor={`color-${name}`} className={`swatch-${name}`}>
              <span className={name === 'own' ? undefined : 'quiet'}>{color[name]}</span>
            </label>
          </span>
        ))}
      </fieldset>
      <fieldset>
        <legend>{theme.label}</legend>
        {galleryThemes.map((name) => (
          <span key={name}>
            <input type="radio" name="theme" id={`theme-${name}`} defaultChecked={name === 'light'} />
            <label htmlFor={`theme-${name}`}>{theme[name]}</label>
          </span>
        ))}
      </fieldset>
      <fieldset className="choice-width">
        <legend>{width.label}</legend>
        <input type="radio" name="width" id="width-page" defaultChecked />
        <label htmlFor="width-page">{width.page}</label>
        <input type="radio" name="width" id="width-phone" />
        <label htmlFor="width-phone">{width.phone}</label>
      </fieldset>
    </div>
  );
}

/** @param props.place tells a second embed of the same layout from the first */
function Live({ layout, place, ...props }: Props & { layout: EmbedLayout; place?: string }) {
  const snapshot = gallerySnapshot(layout, firstLook, shownIn(props));
  const { name } = props.texts.layouts[layout];
  return (
    <LiveEmbed
      snapshot={snapshot}
      label={place === undefined ? name : `${name}, ${place}`}
      css={gallerySheet(snapshot)}
      name={layout}
    />
  );
}

function Sample(props: Props & { layout: EmbedLayout }) {
  const { texts, site, layout } = props;
  const { name, text } = texts.layouts[layout];
  const titleId = `layout-${layout}`;
  return (
    <article className="sample" aria-labelledby={titleId}>
      <div className="sample-words">
        <h3 id={titleId}>{name}</h3>
        <p>{text}</p>
        <span className="mark">{site.sample.label}</span>
      </div>
      <div className="stage">
        <div className="stage-room">
          <Live {...props} />
        </div>
      </div>
    </article>
  );
}

/** An invented page with every badge in its usual place, and one for what else stays in a corner, which has room for one. */
function Example(props: Props) {
  const { site, texts } = props;
  const lines = <span className="example-lines" aria-hidden="true" />;
  return (
    <div className="example-part">
      <span className="mark">{site.sample.label}</span>
      <div className="stage">
        <div className="stage-room">
          <div className="example">
            <Live {...props} place={texts.example.title} layout="badge-ribbon" />
            <div className="example-top">
              <b>{site.sample.business}</b>
              <Live {...props} place={texts.example.title} layout="badge-line" />
            </div>
            <div className="example-body">
              <div>
                {lines}
                {lines}
              </div>
              <Live {...props} place={texts.example.title} layout="badge-card" />
            </div>
            <div className="example-body">
              <Live {...props} place={texts.example.title} layout="badge-sources" />
              <Live {...props} place={texts.example.title} layout="badge-picture" />
            </div>
            {lines}
            <Live {...props} place={texts.example.title} layout="badge-corner" />
            <Live {...props} place={texts.example.title} layout="floating" />
          </div>
          <div className="example example-short">
            <div className="example-top">
              <b>{site.sample.business}</b>
            </div>
            {lines}
            {lines}
            <Live {...props} place={texts.example.title} layout="toast" />
          </div>
        </div>
      </div>
      <dl className="example-notes">
        {cornerLayouts.map((layout) => (
          <div key={layout}>
            <dt>{texts.layouts[layout].name}</dt>
            <dd>{texts.layouts[layout].text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const isInPage = (layout: EmbedLayout) => !cornerLayouts.includes(layout);

function Body(props: Props) {
  const { texts, href } = props;
  const { hero, widgets, example, badges, closing } = { ...texts, widgets: texts.widgetsPart };
  const actions = (
    <>
      <StartButton {...props}>{hero.action}</StartButton>
      <Button href={href('/embedding')} look="quiet">
        {hero.second}
      </Button>
    </>
  );
  return (
    <div className="gallery">
      <Hero title={hero.title} lead={hero.lead} actions={actions} note={hero.note} layout="below" />
      <Choices {...props} />
      <Section id="widgets" title={widgets.title} lead={widgets.lead}>
        <div className="samples">
          {widgetLayouts.filter(isInPage).map((layout) => (
            <Sample key={layout} {...props} layout={layout} />
          ))}
        </div>
      </Section>
      <Section id="badges" title={badges.title} lead={badges.lead} tone="sunken">
        <div className="samples samples-small">
          {badgeLayouts.filter(isInPage).map((layout) => (
            <Sample key={layout} {...props} layout={layout} />
          ))}
        </div>
      </Section>
      <Section id="example" title={example.title} lead={example.lead}>
        <Example {...props} />
      </Section>
      <CallToAction title={closing.title} actions={actions} />
    </div>
  );
}

export const galleryPage: SitePage<Props['texts']> = {
  path: '/gallery',
  area: 'site-gallery',
  moreAreas: ['widgets'],
  Body,
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  css: 'pages/gallery/gallery.css',
  madeCss: () => colorRules(firstLook),
  script: 'pages/gallery/gallery.entry.ts',
};
