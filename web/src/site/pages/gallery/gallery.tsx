import { badgeLayouts, type EmbedLayout, embedLooks, widgetLayouts } from '@kindling/contract/embed-settings';
import { lookSampleName, siteSampleAddress } from '@kindling/contract/site';
import { fillText } from '@kindling/locales/fill-text.ts';
import { Button } from '../../kit/button.tsx';
import { CallToAction } from '../../kit/call-to-action.tsx';
import { Hero } from '../../kit/hero.tsx';
import { Section } from '../../kit/section.tsx';
import { StartButton } from '../../kit/start-button.tsx';
import type { PageProps, SitePage } from '../../site-page.ts';
import { frameHeightsCss, type GalleryTexts, galleryThemes, sampleName } from './samples.ts';

// locale-keys: site-gallery.*

type Props = PageProps<GalleryTexts>;

/** Radio buttons that style rules read, so that the choice works without a script. */
function Choices({ texts: { width, theme } }: Props) {
  return (
    <div className="choices">
      <fieldset>
        <legend>{width.label}</legend>
        <input type="radio" name="width" id="width-page" defaultChecked />
        <label htmlFor="width-page">{width.page}</label>
        <input type="radio" name="width" id="width-phone" />
        <label htmlFor="width-phone">{width.phone}</label>
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
    </div>
  );
}

/** The page has both themes; the browser does not load the hidden one. */
function Sample({ texts, site, language, layout }: Props & { layout: EmbedLayout }) {
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
          {galleryThemes.map((theme) => (
            <iframe
              key={theme}
              className={`frame-${layout} frame-${theme}`}
              src={siteSampleAddress(sampleName(layout, theme), language)}
              title={fillText(texts.frame, { layout: name, theme: texts.theme[theme] })}
              loading="lazy"
            />
          ))}
        </div>
      </div>
    </article>
  );
}

function Body(props: Props) {
  const { texts, href } = props;
  const { hero, widgets, looks, badges, closing } = texts;
  const start = <StartButton {...props}>{hero.action}</StartButton>;
  const guide = (
    <Button href={href('/embedding')} look="quiet">
      {hero.second}
    </Button>
  );
  return (
    <div className="gallery">
      <Hero
        title={hero.title}
        lead={hero.lead}
        actions={
          <>
            {start}
            {guide}
          </>
        }
        note={hero.note}
        layout="below"
      />
      <Choices {...props} />
      <Section id="widgets" title={widgets.title} lead={widgets.lead}>
        <div className="samples">
          {widgetLayouts.map((layout) => (
            <Sample key={layout} {...props} layout={layout} />
          ))}
        </div>
      </Section>
      <Section id="looks" title={looks.title} lead={looks.lead}>
        <div className="looks">
          {embedLooks.map((look) => (
            <figure key={look}>
              <div className="look">
                <iframe
                  src={siteSampleAddress(lookSampleName(look), props.language)}
                  title={fillText(looks.frame, { look: looks.names[look] })}
                  loading="lazy"
                />
              </div>
              <figcaption>{looks.names[look]}</figcaption>
            </figure>
          ))}
        </div>
      </Section>
      <Section id="badges" title={badges.title} lead={badges.lead} tone="sunken">
        <div className="samples samples-small">
          {badgeLayouts.map((layout) => (
            <Sample key={layout} {...props} layout={layout} />
          ))}
        </div>
      </Section>
      <CallToAction
        title={closing.title}
        actions={
          <>
            {start}
            {guide}
          </>
        }
      />
    </div>
  );
}

export const galleryPage: SitePage<GalleryTexts> = {
  path: '/gallery',
  area: 'site-gallery',
  Body,
  title: ({ meta }) => meta.title,
  description: ({ meta }) => meta.description,
  css: 'pages/gallery/gallery.css',
  madeCss: frameHeightsCss,
};
