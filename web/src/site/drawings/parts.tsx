/** Shared parts of the drawings. The label of the figure around them describes them. */
import { SourceMark } from '@kindling/guest/kit/source-mark';
import { Stars } from '@kindling/guest/kit/stars';
import { Thumb } from '@kindling/guest/kit/thumb';
import { makeMatrix } from '@kindling/guest/qr/matrix';

/** Average and count of the invented reviews. 15 of the 57 have one or two stars, so the average cannot be higher. */
export const sampleAverage = 4.1;
export const sampleCount = 57;

/** @param rating 0 to 5. */
export function Rating({ rating }: { rating: number }) {
  return (
    <span className="d-stars" aria-hidden="true">
      <Stars rating={rating} label="" />
    </span>
  );
}

export function SourceIcon({ source }: { source: 'google' | 'facebook' | 'first-party' | 'import' }) {
  return (
    <span className="d-mark">
      <SourceMark source={source} label={null} />
    </span>
  );
}

/** The initials of a name, for a reviewer without a picture. `tone` is one of the soft colors. */
export function Initials({ name, tone }: { name: string; tone: 'cool' | 'warm' | 'fresh' | 'plain' }) {
  const letters = name
    .split(' ')
    .map((part) => part.slice(0, 1))
    .join('');
  return <span className={`d-who ${tone}`}>{letters}</span>;
}

export interface SampleReview {
  author: string;
  text: string;
}

/** A recommendation in place of stars: a thumb and a word. */
function Recommendation({ word }: { word: string }) {
  return (
    <span className="d-thumb">
      <Thumb up /> {word}
    </span>
  );
}

interface SampleReviewCardProps {
  review: SampleReview;
  /** Stars, or a word for a platform without stars. */
  rating: number | string;
  tone?: 'cool' | 'warm' | 'fresh' | 'plain';
  source?: 'google' | 'facebook';
}

/** One review as a card. */
export function SampleReviewCard({
  review,
  rating,
  tone = 'cool',
  source = 'google',
}: SampleReviewCardProps) {
  return (
    <div className="d-slip">
      <div className="d-slip-head">
        <Initials name={review.author} tone={tone} />
        <b>{review.author}</b>
        <SourceIcon source={source} />
      </div>
      {typeof rating === 'number' ? <Rating rating={rating} /> : <Recommendation word={rating} />}
      <p>{review.text}</p>
    </div>
  );
}

/** A real QR code. Its address leads nowhere (RFC 2606). */
export function SampleCode() {
  const matrix = makeMatrix('https://example.com/n/k7mq2xw4ra', 'M') ?? [];
  const size = matrix.length;
  const path = matrix.flatMap((row, y) => row.map((on, x) => (on ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className="d-code"
      viewBox={`-2 -2 ${size + 4} ${size + 4}`}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

/** The symbol for contactless reading. */
export function ContactlessWaves() {
  return (
    <svg className="d-waves" viewBox="0 0 48 48" aria-hidden="true">
      <path d="M15 19a9 9 0 0 1 0 10M22 14a17 17 0 0 1 0 20M29 9a25 25 0 0 1 0 30" />
    </svg>
  );
}
