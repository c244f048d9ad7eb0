/** The cells of a review in a table: headings and fixed words in the person's language. */

import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import { type CommonTexts, commonTexts } from '@kindling/locales/common.ts';
import { type ExportFileTexts, exportFileTexts } from '@kindling/locales/export-file.ts';
import type { Language } from '@kindling/locales/languages.ts';
import type { Cell } from '../../lib/csv.ts';
import { type ExportedReview, type ReviewColumn, reviewColumns } from './review-values.ts';

// locale-keys: export-file.hiddenReason.*

/** The words of a file of reviews: its own, and the names of sources as on every screen. */
export type ReviewFileTexts = ExportFileTexts & Pick<CommonTexts, 'source'>;

export function reviewFileTexts(language: Language): ReviewFileTexts {
  return { ...exportFileTexts[language], source: commonTexts[language].source };
}

export function headingCells(texts: ReviewFileTexts): string[] {
  return reviewColumns.map((column) => texts.heading[column]);
}

export function reviewCells(review: ExportedReview, texts: ReviewFileTexts): Cell[] {
  return reviewColumns.map((column) => cellOf(column, review, texts));
}

function cellOf(column: ReviewColumn, review: ExportedReview, texts: ReviewFileTexts): Cell {
  switch (column) {
    case 'source':
      return texts.source[review.source];
    case 'recommendation':
      return verdictText(review, texts);
    case 'replyState':
      return texts.replyState[review.replyState];
    case 'hiddenReason': {
      const reason = hiddenReasons.find((one) => one === review.hiddenReason);
      return reason === undefined ? null : texts.hiddenReason[reason];
    }
    case 'tags':
      return review.tags.length === 0 ? null : review.tags.join(', ');
    case 'day':
      return { day: review.day };
    default:
      return review[column];
  }
}

/** A thumb of a visitor is never called a recommendation. */
function verdictText({ source, recommendation }: ExportedReview, { verdict }: ExportFileTexts): Cell {
  if (recommendation === null) return null;
  if (source !== 'first-party') return verdict[recommendation];
  return recommendation === 'positive' ? verdict.thumbUp : verdict.thumbDown;
}
