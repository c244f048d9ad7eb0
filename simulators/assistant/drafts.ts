/** What the simulated model writes: no language model, but the same few sentences for each language and mood. */

type Mood = 'good' | 'middle' | 'bad';

const sentences: Record<string, Record<Mood, string>> = {
  en: {
    good: 'Thank you very much for your review. We are glad that you had a good time with us, and we look forward to your next visit.',
    middle:
      'Thank you for your honest review. It helps us to see what you liked and what we can do better. We would be glad to see you again.',
    bad: 'Thank you for telling us about this. We are sorry that it was not as it should have been. Please contact us directly, so that we can look into it with you.',
  },
  de: {
    good: 'Vielen Dank für Ihre Bewertung. Es freut uns sehr, dass es Ihnen bei uns gefallen hat. Wir freuen uns auf Ihren nächsten Besuch.',
    middle:
      'Vielen Dank für Ihre ehrliche Bewertung. Sie hilft uns zu sehen, was Ihnen gefallen hat und was wir besser machen können.',
    bad: 'Vielen Dank für Ihre Rückmeldung. Es tut uns leid, dass Ihr Besuch nicht so war, wie er sein sollte. Bitte wenden Sie sich direkt an uns, damit wir uns das gemeinsam ansehen können.',
  },
  fr: {
    good: 'Merci beaucoup pour votre avis. Nous sommes ravis que vous ayez passé un bon moment et nous serons heureux de vous revoir.',
    middle:
      'Merci pour votre avis sincère. Il nous aide à voir ce qui vous a plu et ce que nous pouvons améliorer.',
    bad: 'Merci de nous en avoir parlé. Nous sommes désolés que votre visite n’ait pas été à la hauteur. Écrivez-nous directement, pour que nous puissions en parler avec vous.',
  },
  nl: {
    good: 'Hartelijk bedankt voor uw review. Het doet ons plezier dat u een fijne tijd bij ons had. Graag tot een volgende keer.',
    middle:
      'Bedankt voor uw eerlijke review. Die helpt ons te zien wat u goed vond en wat wij beter kunnen doen.',
    bad: 'Bedankt dat u ons dit laat weten. Het spijt ons dat uw bezoek niet was zoals het hoort. Neem rechtstreeks contact met ons op, dan kijken wij er samen met u naar.',
  },
  es: {
    good: 'Muchas gracias por su reseña. Nos alegra que lo pasara bien con nosotros y esperamos verle de nuevo.',
    middle: 'Gracias por su reseña sincera. Nos ayuda a ver lo que le gustó y lo que podemos hacer mejor.',
    bad: 'Gracias por contárnoslo. Sentimos que su visita no fuera como debía. Escríbanos directamente para que podamos verlo con usted.',
  },
  sr: {
    good: 'Hvala vam na recenziji. Drago nam je što vam je bilo lepo kod nas i radujemo se vašoj sledećoj poseti.',
    middle: 'Hvala vam na iskrenoj recenziji. Ona nam pomaže da vidimo šta vam se dopalo i šta možemo bolje.',
    bad: 'Hvala što ste nam to rekli. Žao nam je što vaša poseta nije bila kakva treba da bude. Javite nam se direktno, da to zajedno pogledamo.',
  },
};

export interface ReceivedReview {
  stars: number | null;
  recommendation: string | null;
  language: string | null;
  review: string | null;
}

export function goodDraft(received: ReceivedReview, signOff: string): string {
  const known = received.language ?? guessLanguage(received.review ?? '');
  const words = sentences[known] ?? sentences.en;
  const text = words?.[moodOf(received)] ?? '';
  return signOff === '' ? text : `${text}\n\n${signOff}`;
}

/** In a language that was not asked for. */
export function draftInOtherLanguage(received: ReceivedReview): string {
  return goodDraft({ ...received, language: received.language === 'de' ? 'fr' : 'de' }, '');
}

function moodOf({ stars, recommendation }: ReceivedReview): Mood {
  if (recommendation !== null) return recommendation === 'positive' ? 'good' : 'bad';
  return stars === null || stars >= 4 ? 'good' : stars === 3 ? 'middle' : 'bad';
}

const marks: Record<string, RegExp> = {
  de: /\b(?:und|nicht|sehr|war|wir|das)\b/gi,
  fr: /\b(?:et|très|nous|les|une|pas|je|est)\b/gi,
  nl: /\b(?:het|een|niet|heel|erg|wij)\b/gi,
  es: /\b(?:muy|los|una|pero|por|con)\b/gi,
  sr: /\b(?:smo|bilo|veoma|nije|sve|što|su)\b/gi,
  en: /\b(?:the|and|was|very|we|not)\b/gi,
};

function guessLanguage(text: string): string {
  const counted = Object.entries(marks).map(([language, words]) => ({
    language,
    hits: text.match(words)?.length ?? 0,
  }));
  return counted.sort((one, other) => other.hits - one.hits)[0]?.language ?? 'en';
}
