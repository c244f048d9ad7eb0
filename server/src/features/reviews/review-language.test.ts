import { expect, test } from 'vitest';
import { detectableLanguages, detectLanguage } from './review-language.ts';

test.each([
  ['en', 'The coffee was lovely and the staff were friendly.'],
  ['de', 'Sehr gutes Essen, wir kommen gerne wieder.'],
  ['fr', 'Très bon accueil, la nourriture était délicieuse.'],
  ['es', 'El servicio fue excelente y la comida muy buena.'],
  ['nl', 'Heel vriendelijk personeel en goede koffie.'],
  ['sl', 'Zelo dobra hrana in prijazno osebje, priporočam.'],
  ['sr', 'Veoma ljubazno osoblje i lepo mesto.'],
  ['sr', 'Mleko i hleb su bili sveži, uvek rado svraćam ovde.'],
  ['sr', 'Веома љубазно особље и лепо место.'],
  ['sr', 'Све похвале, кућа са душом'],
  ['hr', 'Lijepo mjesto, uvijek dobra kava.'],
  ['mk', 'Најдоброто место во градот, многу сум задоволен.'],
  ['ru', 'Очень вкусно, мы были здесь вчера.'],
  ['uk', 'Дуже смачна їжа, щиро дякую!'],
  ['bg', 'Много добра храна и любезно обслужване.'],
  ['el', 'Πολύ καλό φαγητό'],
  ['he', 'אוכל טוב מאוד'],
  ['ar', 'مطعم رائع جداً'],
  ['fa', 'خیلی خوب بود، غذای خوشمزه'],
  ['zh', '服务很好'],
  ['ja', '美味しい料理でした'],
  ['ko', '정말 맛있어요'],
  ['th', 'อาหารอร่อยมาก'],
  // Shared by Serbian, Croatian and Bosnian.
  [null, 'Odlična hrana, sve preporuke!'],
  [null, 'Lijepo uređeno, hrana odlična.'],
  // Two characters that both Chinese and Japanese write.
  [null, '最高'],
  [null, 'Top!'],
  [null, '5/5'],
  [null, '👍👍👍'],
  [null, ''],
])('%s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
  if (language !== null) expect(detectableLanguages).toContain(language);
});

test('no text has no language', () => {
  expect(detectLanguage(null)).toBeNull();
});
