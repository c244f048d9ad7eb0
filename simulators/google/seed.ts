import type { Fields } from '../kit/fields.ts';

const texts = [
  'Friendly people, quick and fair. We will be back.',
  'Sehr freundlich und schnell, gerne wieder.',
  'Très bon accueil, je recommande sans hésiter.',
  'Muy buena atención, todo perfecto.',
  'Waited too long and nobody could tell us why.',
  'Alles in Ordnung, Preis etwas hoch.',
];
const names = ['A. B.', 'C. D.', 'E. F.', 'G.', 'H. I. J.', 'K. L.'];
const ratings = ['FIVE', 'FIVE', 'FOUR', 'FIVE', 'THREE', 'ONE', 'FOUR', 'TWO'];

/**
 * `count` reviews in wire shape, the same for the same `label`: ids `label`-1 … -N, one per 20 minutes going back
 * from `newest` (ISO), every seventh without text, every fourth answered.
 */
export function generateReviews(label: string, count: number, newest: string): Fields[] {
  const start = Date.parse(newest);
  return Array.from({ length: count }, (_, at) => {
    const time = new Date(start - at * 20 * 60_000).toISOString();
    const number = at + 1;
    return {
      reviewId: `${label}-${number}`,
      reviewer: { displayName: names[at % names.length] },
      starRating: ratings[at % ratings.length],
      ...(at % 7 === 6 ? {} : { comment: `${texts[at % texts.length]} (${number})` }),
      createTime: time,
      updateTime: time,
      ...(at % 4 === 0
        ? {
            reviewReply: {
              comment: 'Thank you for your visit!',
              updateTime: time,
              reviewReplyState: 'APPROVED',
            },
          }
        : {}),
    };
  });
}
