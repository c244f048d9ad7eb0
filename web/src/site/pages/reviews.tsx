import { languageTag } from '@kindling/contract/site';
import type texts from '@kindling/locales/en/site-solutions.json';
import { fillText } from '@kindling/locales/fill-text.ts';
import { AnswerPicture, DisclosurePicture, FilterPicture, TagPicture } from '../drawings/reviews-screen.tsx';
import { Button } from '../kit/button.tsx';
import { CallToAction } from '../kit/call-to-action.tsx';
import { Faq } from '../kit/faq.tsx';
import { Figure } from '../kit/frames.tsx';
import { Hero } from '../kit/hero.tsx';
import { Section } from '../kit/section.tsx';
import { StartButton } from '../kit/start-button.tsx';
import { TextWithPicture } from '../kit/text-with-picture.tsx';
import { Screenshot } from '../screenshots/screenshot.tsx';
import type { PageProps, SitePage } from '../site-page.ts';

// locale-keys: site-solutions.reviews.*

type Texts = typeof texts;

/** The maximum length of a reply on Google, in bytes: developers.google.com/my-business, ReviewReply.comment. */
const replyLimit = 4096;
const life = ['written', 'edited', 'answered', 'removed'] as const;

function faq({ reviews: { faq: entries } }: Texts) {
  return [entries.answerBoth, entries.old, entries.locations, entries.delete, entries.keep];
}

function Work({ texts, site, language }: PageProps<Texts>) {
  const { reviews, sample } = texts;
  const number = new Intl.NumberFormat(languageTag(language));
  const count = fillText(reviews.answer.count, {
    count: number.format(reviews.answer.draft.length),
    limit: number.format(replyLimit),
  });
  const mark = site.sample.label;
  return (
    <>
      <TextWithPicture
        id="find"
        title={reviews.find.title}
        text={reviews.find.text}
        picture={<FilterPicture texts={reviews.find} />}
      />
      <TextWithPicture
        id="answer"
        title={reviews.answer.title}
        text={reviews.answer.text}
        picture={<AnswerPicture texts={reviews.answer} sample={sample} count={count} mark={mark} />}
        side="left"
        tone="warm"
      />
      <TextWithPicture
        id="tags"
        title={reviews.tags.title}
        text={reviews.tags.text}
        picture={<TagPicture texts={reviews} />}
      />
    </>
  );
}

function Body(props: PageProps<Texts>) {
  const { texts, site, href, language } = props;
  const { reviews, closing, sample } = texts;
  const { honest } = reviews;
  return (
    <>
      <Hero
        title={reviews.hero.title}
        lead={reviews.hero.lead}
        actions={
          <>
            <StartButton {...props}>{reviews.hero.action}</StartButton>
            <Button href={href('/multiple-platforms')} look="quiet">
              {reviews.hero.second}
            </Button>
          </>
        }
        picture={
          <Figure sample={site.sample.label}>
            <div className="pane">
              <Screenshot name="reviews" language={language} alt={reviews.hero.drawing} first />
            </div>
          </Figure>
        }
        layout="below"
        tone="sunken"
      />
      <Work {...props} />
      <Section id="life" tone="sunken" title={reviews.life.title} lead={reviews.life.lead}>
        <ol className="life">
          {life.map((step) => (
            <li key={step} className={step}>
              <h3>{reviews.life[step].name}</h3>
              <p>{reviews.life[step].text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section id="honest" tone="deep" title={honest.title} lead={honest.text}>
        <DisclosurePicture label={honest.drawing} line={sample.disclosure} mark={site.sample.label} />
        <ul className="honest-points">
          {[honest.point1, honest.point2, honest.point3, honest.point4, honest.point5].map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Section>
      <Section id="faq" title={reviews.faq.title} heading="aside">
        <Faq entries={faq(texts)} />
      </Section>
      <CallToAction
        title={reviews.closing.title}
        actions={
          <>
            <StartButton {...props}>{closing.action}</StartButton>
            <Button href={href('/pricing')} look="quiet" when="uses.payments">
              {closing.pricing}
            </Button>
          </>
        }
        note={closing.trial}
      />
    </>
  );
}

export const reviewsPage: SitePage<Texts> = {
  path: '/reviews',
  area: 'site-solutions',
  Body,
  title: ({ reviews }) => reviews.meta.title,
  description: ({ reviews }) => reviews.meta.description,
  faq,
  css: ['drawings/parts.css', 'pages/reviews.css'],
};
