/** The NFC card at the counter, and the page that it opens. */
import type texts from '@kindling/locales/en/site-nfc.json';
import { Figure, Phone } from '../kit/frames.tsx';
import { ContactlessWaves, Rating, SampleCode, SourceIcon } from './parts.tsx';

type Texts = typeof texts;

function Front({ card }: { card: Texts['card'] }) {
  return (
    <div className="card card-front">
      <span className="card-shop">{card.business}</span>
      <b>{card.ask}</b>
      <span className="card-hint">{card.hint}</span>
      <ContactlessWaves />
    </div>
  );
}

function Back({ card }: { card: Texts['card'] }) {
  return (
    <div className="card card-back">
      <SampleCode />
      <div>
        <b>{card.scan}</b>
        <span>{card.honest}</span>
      </div>
    </div>
  );
}

/** The threshold of a new page: up to this rating the box of the private message is open. */
const openUpTo = 3;

interface PageProps {
  texts: Texts;
  /** Stars that the customer gave; the links are the same for every number. */
  rating: number;
}

function Page({ texts: { phone, card }, rating }: PageProps) {
  return (
    <Phone>
      <div className="page">
        <span className="page-shop">{card.business}</span>
        <strong>{phone.ask}</strong>
        <Rating rating={rating} />
        <div className="page-links">
          <span>
            <SourceIcon source="google" /> {phone.google}
          </span>
          <span>
            <SourceIcon source="facebook" /> {phone.facebook}
          </span>
        </div>
        <div className="page-own">
          <b>{phone.own}</b>
          <i />
        </div>
        <div className="page-private">
          <b>{phone.private}</b>
          {rating <= openUpTo ? <i /> : null}
          <span>{phone.privateText}</span>
        </div>
      </div>
    </Phone>
  );
}

/** A phone over the card, with radio waves between them. */
export function TapPicture({ texts, sample }: { texts: Texts; sample: string }) {
  return (
    <Figure className="tap" label={texts.hero.drawing} sample={sample}>
      <div className="tap-scene">
        <svg className="tap-rings" viewBox="0 0 400 400" aria-hidden="true">
          <circle cx="200" cy="200" r="70" />
          <circle cx="200" cy="200" r="118" />
          <circle cx="200" cy="200" r="166" />
        </svg>
        <Front card={texts.card} />
        <Page texts={texts} rating={5} />
      </div>
    </Figure>
  );
}

/** The same page after a bad and a good rating. */
export function SamePicture({ texts, sample }: { texts: Texts; sample: string }) {
  return (
    <Figure className="same" label={texts.same.drawing} sample={sample}>
      <div className="same-grid">
        <Page texts={texts} rating={2} />
        <div className="same-mark">
          <svg viewBox="0 0 40 40" aria-hidden="true">
            <path d="M9 15h22M9 25h22" />
          </svg>
          <span>{texts.same.equal}</span>
        </div>
        <Page texts={texts} rating={5} />
      </div>
    </Figure>
  );
}

/** Crop marks outside the corners. Lengths in tenths of a millimeter, with a bleed of 3 mm. */
function CropMarks() {
  return (
    <svg className="crop" viewBox="-80 -80 1016 700" aria-hidden="true">
      <rect className="bleed" x="-30" y="-30" width="916" height="600" />
      <path d="M0-70V-40M856-70V-40M0 610V580M856 610V580M-70 0H-40M-70 540H-40M926 0H896M926 540H896" />
    </svg>
  );
}

/** The print file: both sides in the ISO 7810 ID-1 size. */
export function PrintPicture({ texts, sample }: { texts: Texts; sample: string }) {
  const { make, card } = texts;
  return (
    <Figure className="print" label={make.drawing} sample={sample}>
      <div className="print-side">
        <CropMarks />
        <Front card={card} />
        <span className="print-name">{make.front}</span>
      </div>
      <div className="print-side">
        <CropMarks />
        <Back card={card} />
        <span className="print-name">{make.back}</span>
      </div>
      <p className="print-size">
        {make.size} · {make.crop}
      </p>
    </Figure>
  );
}
