import type { Call } from '../kit/call.ts';

export const languages = ['en', 'de', 'fr', 'es', 'nl', 'sr'] as const;
export type Language = (typeof languages)[number];

/** The words of the pages. Messages about declined cards stay in English, as the API has them. */
export interface Texts {
  notice: string;
  subscribeTo: string;
  subscribe: string;
  pay: string;
  paid: string;
  save: string;
  apply: string;
  email: string;
  card: string;
  number: string;
  expiry: string;
  cvc: string;
  name: string;
  country: string;
  postalCode: string;
  line1: string;
  city: string;
  taxId: string;
  promotion: string;
  promotionUnknown: string;
  total: string;
  subtotal: string;
  sum: string;
  credit: string;
  discount: string;
  tax: string;
  trial: string;
  perMonth: string;
  perYear: string;
  back: string;
  authTitle: string;
  authText: string;
  complete: string;
  fail: string;
  testCards: string;
  required: string;
  expired: string;
  completed: string;
  manage: string;
  plan: string;
  renews: string;
  ends: string;
  cancel: string;
  keep: string;
  recipient: string;
  invoices: string;
  changeCard: string;
  saved: string;
}

const en: Texts = {
  notice: 'This is a simulator of a payment provider. No money moves.',
  subscribeTo: 'Subscribe to',
  subscribe: 'Subscribe',
  pay: 'Pay',
  paid: 'This invoice is paid.',
  save: 'Save',
  apply: 'Apply',
  email: 'E-mail',
  card: 'Card',
  number: 'Card number',
  expiry: 'Expiry (MM/YY)',
  cvc: 'Security code (CVC)',
  name: 'Name',
  country: 'Country or region',
  postalCode: 'Postal code',
  line1: 'Address',
  city: 'City',
  taxId: 'VAT number (businesses)',
  promotion: 'Promotion code',
  promotionUnknown: 'This code is invalid.',
  total: 'Due today',
  subtotal: 'Subtotal',
  sum: 'Total',
  credit: 'Credit',
  discount: 'Discount',
  tax: 'Tax included',
  trial: 'Free trial until',
  perMonth: 'per month',
  perYear: 'per year',
  back: 'Back',
  authTitle: 'Authentication',
  authText: 'The bank of this card asks whether it is you. In the simulator you decide what it answers.',
  complete: 'Complete',
  fail: 'Fail',
  testCards: 'Test cards: one click fills the form',
  required: 'This field is required.',
  expired: 'This page has expired.',
  completed: 'You are all done here.',
  manage: 'Your subscription',
  plan: 'Plan',
  renews: 'Renews on',
  ends: 'Ends on',
  cancel: 'Cancel subscription',
  keep: 'Don’t cancel subscription',
  recipient: 'Billing information',
  invoices: 'Invoices',
  changeCard: 'Change card',
  saved: 'Saved.',
};

const de: Partial<Texts> = {
  notice: 'Dies ist ein Simulator eines Zahlungsanbieters. Es fließt kein Geld.',
  subscribeTo: 'Abonnieren:',
  subscribe: 'Abonnieren',
  pay: 'Bezahlen',
  paid: 'Diese Rechnung ist bezahlt.',
  save: 'Speichern',
  apply: 'Anwenden',
  email: 'E-Mail',
  card: 'Karte',
  number: 'Kartennummer',
  expiry: 'Gültig bis (MM/JJ)',
  cvc: 'Prüfziffer (CVC)',
  country: 'Land oder Region',
  postalCode: 'Postleitzahl',
  line1: 'Adresse',
  city: 'Ort',
  taxId: 'USt-IdNr. (Unternehmen)',
  promotion: 'Gutscheincode',
  promotionUnknown: 'Dieser Code ist ungültig.',
  total: 'Heute fällig',
  subtotal: 'Zwischensumme',
  sum: 'Summe',
  credit: 'Guthaben',
  discount: 'Rabatt',
  tax: 'Enthaltene Steuer',
  trial: 'Kostenlos bis',
  perMonth: 'pro Monat',
  perYear: 'pro Jahr',
  back: 'Zurück',
  authTitle: 'Bestätigung',
  complete: 'Bestätigen',
  fail: 'Ablehnen',
  testCards: 'Testkarten: ein Klick füllt das Formular',
  required: 'Dieses Feld ist erforderlich.',
  expired: 'Diese Seite ist abgelaufen.',
  completed: 'Hier ist alles erledigt.',
  manage: 'Ihr Abonnement',
  plan: 'Tarif',
  renews: 'Verlängert sich am',
  ends: 'Endet am',
  cancel: 'Abonnement kündigen',
  keep: 'Abonnement behalten',
  recipient: 'Rechnungsangaben',
  invoices: 'Rechnungen',
  changeCard: 'Karte ändern',
  saved: 'Gespeichert.',
};

const fr: Partial<Texts> = {
  notice: 'Ceci est un simulateur de prestataire de paiement. Aucun argent ne circule.',
  subscribeTo: 'S’abonner à',
  subscribe: 'S’abonner',
  pay: 'Payer',
  paid: 'Cette facture est payée.',
  save: 'Enregistrer',
  apply: 'Appliquer',
  email: 'E-mail',
  card: 'Carte',
  number: 'Numéro de carte',
  expiry: 'Expiration (MM/AA)',
  cvc: 'Code de sécurité (CVC)',
  name: 'Nom',
  country: 'Pays ou région',
  postalCode: 'Code postal',
  line1: 'Adresse',
  city: 'Ville',
  taxId: 'Numéro de TVA (entreprises)',
  promotion: 'Code promotionnel',
  promotionUnknown: 'Ce code n’est pas valable.',
  total: 'À payer aujourd’hui',
  subtotal: 'Sous-total',
  sum: 'Total',
  credit: 'Avoir',
  discount: 'Remise',
  tax: 'Taxe comprise',
  trial: 'Essai gratuit jusqu’au',
  perMonth: 'par mois',
  perYear: 'par an',
  back: 'Retour',
  authTitle: 'Authentification',
  complete: 'Confirmer',
  fail: 'Refuser',
  testCards: 'Cartes de test : un clic remplit le formulaire',
  required: 'Ce champ est obligatoire.',
  expired: 'Cette page a expiré.',
  completed: 'Tout est terminé ici.',
  manage: 'Votre abonnement',
  plan: 'Formule',
  renews: 'Renouvellement le',
  ends: 'Prend fin le',
  cancel: 'Résilier l’abonnement',
  keep: 'Conserver l’abonnement',
  recipient: 'Informations de facturation',
  invoices: 'Factures',
  changeCard: 'Changer de carte',
  saved: 'Enregistré.',
};

const es: Partial<Texts> = {
  notice: 'Esto es un simulador de un proveedor de pagos. No se mueve dinero.',
  subscribeTo: 'Suscribirse a',
  subscribe: 'Suscribirse',
  pay: 'Pagar',
  paid: 'Esta factura está pagada.',
  save: 'Guardar',
  apply: 'Aplicar',
  email: 'Correo electrónico',
  card: 'Tarjeta',
  number: 'Número de tarjeta',
  expiry: 'Caducidad (MM/AA)',
  cvc: 'Código de seguridad (CVC)',
  name: 'Nombre',
  country: 'País o región',
  postalCode: 'Código postal',
  line1: 'Dirección',
  city: 'Ciudad',
  taxId: 'NIF-IVA (empresas)',
  promotion: 'Código promocional',
  promotionUnknown: 'Este código no es válido.',
  total: 'A pagar hoy',
  subtotal: 'Subtotal',
  sum: 'Total',
  credit: 'Saldo a favor',
  discount: 'Descuento',
  tax: 'Impuesto incluido',
  trial: 'Prueba gratuita hasta',
  perMonth: 'al mes',
  perYear: 'al año',
  back: 'Volver',
  authTitle: 'Autenticación',
  complete: 'Confirmar',
  fail: 'Rechazar',
  testCards: 'Tarjetas de prueba: un clic rellena el formulario',
  required: 'Este campo es obligatorio.',
  expired: 'Esta página ha caducado.',
  completed: 'Aquí ya está todo hecho.',
  manage: 'Su suscripción',
  plan: 'Plan',
  renews: 'Se renueva el',
  ends: 'Termina el',
  cancel: 'Cancelar la suscripción',
  keep: 'Mantener la suscripción',
  recipient: 'Datos de facturación',
  invoices: 'Facturas',
  changeCard: 'Cambiar la tarjeta',
  saved: 'Guardado.',
};

const nl: Partial<Texts> = {
  notice: 'Dit is een simulator van een betaalprovider. Er wordt geen geld overgemaakt.',
  subscribeTo: 'Abonneren op',
  subscribe: 'Abonneren',
  pay: 'Betalen',
  paid: 'Deze factuur is betaald.',
  save: 'Opslaan',
  apply: 'Toepassen',
  email: 'E-mail',
  card: 'Kaart',
  number: 'Kaartnummer',
  expiry: 'Vervaldatum (MM/JJ)',
  cvc: 'Beveiligingscode (CVC)',
  name: 'Naam',
  country: 'Land of regio',
  postalCode: 'Postcode',
  line1: 'Adres',
  city: 'Plaats',
  taxId: 'Btw-nummer (bedrijven)',
  promotion: 'Promotiecode',
  promotionUnknown: 'Deze code is ongeldig.',
  total: 'Vandaag te betalen',
  subtotal: 'Subtotaal',
  sum: 'Totaal',
  credit: 'Tegoed',
  discount: 'Korting',
  tax: 'Inclusief btw',
  trial: 'Gratis tot',
  perMonth: 'per maand',
  perYear: 'per jaar',
  back: 'Terug',
  authTitle: 'Verificatie',
  complete: 'Bevestigen',
  fail: 'Weigeren',
  testCards: 'Testkaarten: één klik vult het formulier',
  required: 'Dit veld is verplicht.',
  expired: 'Deze pagina is verlopen.',
  completed: 'Hier is alles klaar.',
  manage: 'Uw abonnement',
  plan: 'Abonnement',
  renews: 'Wordt verlengd op',
  ends: 'Eindigt op',
  cancel: 'Abonnement opzeggen',
  keep: 'Abonnement behouden',
  recipient: 'Factuurgegevens',
  invoices: 'Facturen',
  changeCard: 'Kaart wijzigen',
  saved: 'Opgeslagen.',
};

const sr: Partial<Texts> = {
  notice: 'Ovo je simulator platnog servisa. Novac se ne prenosi.',
  subscribeTo: 'Pretplata na',
  subscribe: 'Pretplati se',
  pay: 'Plati',
  paid: 'Ovaj račun je plaćen.',
  save: 'Sačuvaj',
  apply: 'Primeni',
  email: 'E-pošta',
  card: 'Kartica',
  number: 'Broj kartice',
  expiry: 'Važi do (MM/GG)',
  cvc: 'Sigurnosni kod (CVC)',
  name: 'Ime',
  country: 'Zemlja ili region',
  postalCode: 'Poštanski broj',
  line1: 'Adresa',
  city: 'Grad',
  taxId: 'PDV broj (firme)',
  promotion: 'Promotivni kod',
  promotionUnknown: 'Ovaj kod nije važeći.',
  total: 'Za plaćanje danas',
  subtotal: 'Međuzbir',
  sum: 'Ukupno',
  credit: 'Kredit',
  discount: 'Popust',
  tax: 'Uključen porez',
  trial: 'Besplatno do',
  perMonth: 'mesečno',
  perYear: 'godišnje',
  back: 'Nazad',
  authTitle: 'Potvrda identiteta',
  complete: 'Potvrdi',
  fail: 'Odbij',
  testCards: 'Probne kartice: jedan klik popunjava formular',
  required: 'Ovo polje je obavezno.',
  expired: 'Ova stranica je istekla.',
  completed: 'Ovde je sve gotovo.',
  manage: 'Vaša pretplata',
  plan: 'Paket',
  renews: 'Obnavlja se',
  ends: 'Završava se',
  cancel: 'Otkaži pretplatu',
  keep: 'Zadrži pretplatu',
  recipient: 'Podaci za račun',
  invoices: 'Računi',
  changeCard: 'Promeni karticu',
  saved: 'Sačuvano.',
};

const translations: Record<Language, Partial<Texts>> = { en, de, fr, es, nl, sr };

/** The words in a language; what has no translation is English. */
export function textsIn(language: Language): Texts {
  return { ...en, ...translations[language] };
}

/** The language of a page: the session's, or the browser's. */
export function languageOf(locale: string | null, call: Call): Language {
  const asked = locale === null || locale === 'auto' ? (call.headers['accept-language'] ?? 'en') : locale;
  const words = asked.split(',').map((entry) => entry.trim().slice(0, 2).toLowerCase());
  return words.map((word) => languages.find((known) => known === word)).find((known) => known) ?? 'en';
}
