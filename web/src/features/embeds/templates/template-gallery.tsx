import type { EmbedKind } from '@kindling/contract/embed-settings';
import { useId, useRef } from 'react';
import { useText } from '../../../lib/i18n/text.ts';
import { Notice } from '../../../ui/notice.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { TemplatePicture } from './template-picture.tsx';
import css from './templates.module.css';
import { type TemplateContext, type TemplatePlace, templatePlaces, templates } from './templates.ts';
import { type TemplateChoice, useTemplatePreviews } from './use-template-previews.ts';

// locale-keys: widget-templates.place.*

interface TemplateGalleryProps {
  kind: EmbedKind;
  context: TemplateContext;
  /** What is being created: the name of a template, or something else; null when nothing is. */
  creating: string | null;
  onChoose: (choice: TemplateChoice) => void;
}

/** All templates, by place. */
export function TemplateGallery({ kind, context, creating, onChoose }: TemplateGalleryProps) {
  const { t } = useText();
  const { choices, previews } = useTemplatePreviews(kind, context);
  const headings = useRef(new Map<TemplatePlace, HTMLHeadingElement>());
  const sample = previews.data?.sample === true;
  const placed = choices.map((choice, index) => ({
    choice,
    place: templates[choice.name].place,
    html: previews.data?.previews[index]?.html,
  }));
  const places = templatePlaces.filter((place) => placed.some((one) => one.place === place));
  return (
    <>
      {sample ? (
        <div className={css.error}>
          <Notice tone="info">{t('widget-templates:sampleNote')}</Notice>
        </div>
      ) : null}
      {previews.isError ? <ErrorState error={previews.error} retry={() => void previews.refetch()} /> : null}
      <nav className={css.places} aria-label={t('widget-templates:places')}>
        {places.map((place) => (
          <button
            key={place}
            type="button"
            className={css.place}
            onClick={() => {
              const heading = headings.current.get(place);
              heading?.scrollIntoView({ block: 'start' });
              heading?.focus({ preventScroll: true });
            }}
          >
            {t(`widget-templates:place.${place}`)}
          </button>
        ))}
      </nav>
      {places.map((place) => (
        <PlaceSection
          key={place}
          title={t(`widget-templates:place.${place}`)}
          headingRef={(heading) => {
            if (heading === null) headings.current.delete(place);
            else headings.current.set(place, heading);
          }}
        >
          {placed
            .filter((one) => one.place === place)
            .map(({ choice, html }) => (
              <TemplateCard
                key={choice.name}
                choice={choice}
                html={html}
                sample={sample}
                busy={creating === choice.name}
                onChoose={onChoose}
              />
            ))}
        </PlaceSection>
      ))}
    </>
  );
}

interface PlaceSectionProps {
  title: string;
  headingRef: (heading: HTMLHeadingElement | null) => void;
  children: React.ReactNode;
}

function PlaceSection({ title, headingRef, children }: PlaceSectionProps) {
  const id = useId();
  return (
    <section className={css.section} aria-labelledby={id}>
      <h3 ref={headingRef} id={id} className={css.heading} tabIndex={-1}>
        {title}
      </h3>
      <ul className={css.cards}>{children}</ul>
    </section>
  );
}

interface TemplateCardProps {
  choice: TemplateChoice;
  html: string | undefined;
  sample: boolean;
  busy: boolean;
  onChoose: (choice: TemplateChoice) => void;
}

function TemplateCard({ choice, html, sample, busy, onChoose }: TemplateCardProps) {
  const { t } = useText();
  const { name, label, settings } = choice;
  const describedBy = useId();
  return (
    <li className={css.card}>
      <TemplatePicture
        html={html}
        layout={settings.layout}
        theme={settings.theme === 'dark' ? 'dark' : 'light'}
        ground={settings.background}
        width={templates[name].width}
      />
      <div className={css.caption}>
        <button
          type="button"
          className={css.name}
          aria-describedby={describedBy}
          aria-busy={busy}
          onClick={() => onChoose(choice)}
        >
          {label}
        </button>
        {sample ? <Tag tone="calm">{t('widget-templates:sample')}</Tag> : null}
        <p id={describedBy} className={css.text}>
          {t(`widget-templates:template.${name}.text`)}
        </p>
      </div>
    </li>
  );
}
