/** The cells of a review in a table: headings and fixed words in the person's language. */
import { hiddenReasons } from '@kindling/contract/hidden-reasons';
import type { ExportFileTexts } from '@kindling/locales/export-file.ts';
import { type ExportedReview, type ReviewColumn, reviewColumns } from './review-values.ts';

// locale-keys: export-file.hiddenReason.*

/** A day is a value of its own, because spreadsheets sort dates only when they know them as such. */
export type Cell = string | number | { day: string } | null;

export function headingCells(texts: ExportFileTexts): string[] {
  return reviewColumns.map((column) => texts.heading[column]);
}

export function reviewCells(review: ExportedReview, texts: ExportFileTexts): Cell[] {
  return reviewColumns.map((column) => cellOf(column, review, texts));
}

function cellOf(column: ReviewColumn, review: ExportedReview, texts: ExportFileTexts): Cell {
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
