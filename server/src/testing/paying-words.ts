/** For tests only: how the public pages speak of prices, plans, trials and payment, in each language. */
import type { Language } from '@kindling/contract/constants';

/** Words about paying for the product. The looks around them are word boundaries that also know letters with accents. */
const words: Readonly<Partial<Record<Language, string>> & { en: string }> = {
  en: 'trials?|plans?|pric(?:e|es|ing)|pay|pays|paying|payments?|paid|invoices?|billing|subscriptions?|costs?|charge[ds]|order (?:a|the) plan|ordering|withdrawal|reimburse|tax(?:es)?|card needed|without a card|14 days free|free for 14 days',
  de: 'test(?:zeit|phase)|tarif\\p{L}*|preis\\p{L}*|(?:be|ge|ein|zurück)?zahl(?:t|en Sie|ung\\p{L}*)|bezahlen|rechnung\\p{L}*|abrechnung\\p{L}*|abos?|kosten|kostet|bestellung(?:en)? und|widerrufs\\p{L}*|steuer\\p{L}*|kreditkarte|keine karte nötig|ohne karte|14 tage kostenlos',
  fr: 'essais?|formules?|prix|tarifs?|paiements?|pay(?:er|ez|é|ée|és)|paie|paient|factur\\p{L}*|abonnements?|coût\\p{L}*|frais|rétractation|rembours\\p{L}*|fiscale?s?|taxes?|sans carte|14 jours gratuits',
  es: 'pruebas?|plan|planes|precios?|pag(?:o|os|ar|as|a|aste|ado)|factur\\p{L}*|suscripci\\p{L}*|cuesta|costes?|contratas?|desistimiento|fiscal(?:es)?|impuestos?|sin tarjeta|tarjeta de crédito|14 días gratis',
  nl: 'proefperiodes?|abonnement(?:en)?|prijs|prijzen|(?:be|terug)taal\\p{L}*|betalen|betaling\\p{L}*|betaald|factu\\p{L}*|kosten|kost|herroep\\p{L}*|belasting\\p{L}*|creditcard|geen kaart nodig|zonder kaart|14 dagen gratis',
  sr: 'prob(?:[aeiu]|n(?:i|og|om|im) period\\p{L}*)|paket\\p{L}*|pretplat\\p{L}*|cen[aeui]|plać\\p{L}*|platili|platnih|račun(?:i|e)?|naplat\\p{L}*|košta|troškov\\p{L}*|odustan\\p{L}* od ugovora|porez\\p{L}*|poresk\\p{L}*|bez kartice|kartica nije potrebna|14 dana besplatno|besplatno 14 dana',
};
const names = 'Visa|Mastercard|American Express|Stripe';

/** The same words about something else: other companies' plans, the shop of a customer, each side's costs of an audit. */
const harmless: Readonly<Partial<Record<Language, readonly string[]>> & { en: readonly string[] }> = {
  en: [
    'WordPress.com plans',
    'blocks need a plan',
    'On other plans',
    'cost you points',
    'its own costs',
    'on its paid plans',
    'Next to the price',
    'the price of being able',
  ],
  de: [
    'WordPress.com-Tarife',
    'brauchen einen Tarif, der sie enthält',
    'In anderen Tarifen',
    'kosten Punkte',
    'ihre eigenen Kosten',
    'in bezahlten Tarifen',
    'Neben dem Preis',
    'Das ist der Preis dafür',
    'nicht aus unserer Rechnung',
  ],
  fr: [
    'coûte des points',
    'ses propres frais',
    'dans ses formules payantes',
    'À côté du prix',
    'le prix à payer pour pouvoir',
  ],
  es: [
    'planes de WordPress.com',
    'requieren un plan',
    'paga sus propios gastos',
    'en sus planes de pago',
    'Junto al precio',
    'el precio de poder',
    'Escanea la prueba',
  ],
  nl: [
    'WordPress.com-abonnementen',
    'vragen een abonnement waar',
    'kosten punten',
    'haar eigen kosten',
    'in betaalde abonnementen',
    'Naast de prijs',
    'de prijs van kunnen',
    'kaart kost een minuut',
  ],
  sr: [
    'WordPress.com paketi',
    'treba paket koji ih uključuje',
    'snosi sopstvene troškove',
    'u plaćenim paketima',
    'firmama u plaćenim paketima',
    'Pored cene',
    'To je cena mogućnosti',
  ],
};

/** The words about paying in a text, each with what stands around it. A language without words here is read as English, which its tests refuse. */
export function payingWords(text: string, language: Language): string[] {
  const rest = (harmless[language] ?? harmless.en).reduce(
    (left, phrase) => left.replaceAll(phrase, ''),
    text,
  );
  const all = `${words[language] ?? words.en}|${names}`;
  const found = rest.matchAll(new RegExp(`(?<!\\p{L})(?:${all})(?!\\p{L})`, 'giu'));
  return Array.from(found, ({ index, 0: word }) =>
    rest.slice(Math.max(0, index - 40), index + word.length + 40),
  );
}
