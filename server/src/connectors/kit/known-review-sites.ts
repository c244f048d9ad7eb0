/** Sites on which people review businesses, beside the platforms that have a connector. A host below a domain counts too. */
export interface KnownReviewSite {
  label: string;
  domains: readonly string[];
}

const site = (label: string, ...domains: string[]): KnownReviewSite => ({ label, domains });

/** Endings under which a site has one domain per country. */
const at = (name: string, endings: string): string[] =>
  endings.split(' ').map((ending) => `${name}.${ending}`);

export const knownReviewSites: readonly KnownReviewSite[] = [
  // Several countries
  site('Yelp', ...at('yelp', 'com de es fr nl at ch it ie be se dk no fi pt pl cz co.uk ca com.au')),
  site(
    'Tripadvisor',
    ...at('tripadvisor', 'com de es fr nl rs at ch it ie be se dk pt co.uk ca com.au com.gr com.tr'),
  ),
  site('Trustpilot', 'trustpilot.com', 'trustpilot.de'),
  site('Trusted Shops', ...at('trustedshops', 'com de es fr nl at it be pl co.uk')),
  site('Booking.com', 'booking.com'),
  site('Airbnb', ...at('airbnb', 'com de es fr nl rs at ch it co.uk')),
  site('Expedia', ...at('expedia', 'com de es fr nl it co.uk')),
  site('Hotels.com', 'hotels.com'),
  site('Agoda', 'agoda.com'),
  site('HolidayCheck', ...at('holidaycheck', 'com de at ch')),
  site('Hostelworld', 'hostelworld.com'),
  site('GetYourGuide', ...at('getyourguide', 'com de es fr nl it co.uk')),
  site('TheFork', 'thefork.com', 'thefork.co.uk', 'thefork.de', 'thefork.es', 'thefork.fr', 'thefork.nl'),
  site('LaFourchette', 'lafourchette.com'),
  site('ElTenedor', 'eltenedor.es'),
  site('OpenTable', ...at('opentable', 'com de es fr nl co.uk')),
  site('Foursquare', 'foursquare.com'),
  site('Treatwell', ...at('treatwell', 'com de es fr nl at ch it be co.uk')),
  site('Booksy', 'booksy.com'),
  site('Fresha', 'fresha.com'),
  site('Houzz', ...at('houzz', 'com de es fr it co.uk')),
  site('Capterra', ...at('capterra', 'com com.de es fr co.uk')),
  site('G2', 'g2.com'),
  site('REVIEWS.io', 'reviews.io', 'reviews.co.uk'),
  site('Feefo', 'feefo.com'),
  site('Sitejabber', 'sitejabber.com'),
  site('Deliveroo', 'deliveroo.co.uk', 'deliveroo.fr', 'deliveroo.com'),
  // Germany
  site('ProvenExpert', 'provenexpert.com'),
  site('golocal', 'golocal.de'),
  site('11880', '11880.com', 'werkenntdenbesten.de'),
  site('Das Örtliche', 'dasoertliche.de'),
  site('Gelbe Seiten', 'gelbeseiten.de'),
  site('KennstDuEinen', 'kennstdueinen.de'),
  site('Ausgezeichnet.org', 'ausgezeichnet.org'),
  site('eKomi', 'ekomi.de', 'ekomi.com', 'ekomi.es', 'ekomi.fr', 'ekomi.nl', 'ekomi.co.uk'),
  site('jameda', 'jameda.de'),
  site('Sanego', 'sanego.de'),
  site('anwalt.de', 'anwalt.de'),
  site('MyHammer', 'my-hammer.de', 'myhammer.de'),
  site('ImmoScout24', 'immobilienscout24.de'),
  // Spain
  site('Páginas Amarillas', 'paginasamarillas.es'),
  site('Doctoralia', 'doctoralia.es', 'doctoralia.com'),
  site('Top Doctors', 'topdoctors.es'),
  site('habitissimo', 'habitissimo.es'),
  site('Bodas.net', 'bodas.net'),
  // France
  site('PagesJaunes', 'pagesjaunes.fr'),
  site('Avis Vérifiés', 'avis-verifies.com', 'opiniones-verificadas.com', 'verified-reviews.com'),
  site('Société des Avis Garantis', 'societe-des-avis-garantis.fr'),
  site('Petit Futé', 'petitfute.com'),
  site('Custplace', 'custplace.com'),
  site('Planity', 'planity.com'),
  // The Netherlands
  site('KiyOh', 'kiyoh.com', 'kiyoh.nl'),
  site('Klantenvertellen', 'klantenvertellen.nl'),
  site('ZorgkaartNederland', 'zorgkaartnederland.nl'),
  site('Werkspot', 'werkspot.nl'),
  site('Feedback Company', 'feedbackcompany.com', 'feedbackcompany.nl'),
  site('WebwinkelKeur', 'webwinkelkeur.nl'),
  // Serbia
  site('Navidiku', 'navidiku.rs'),
  site('PlanPlus', 'planplus.rs'),
  site('Donesi', 'donesi.com'),
  site('KupujemProdajem', 'kupujemprodajem.com'),
  // United Kingdom
  site('Checkatrade', 'checkatrade.com'),
  site('TrustATrader', 'trustatrader.com'),
  site('Rated People', 'ratedpeople.com'),
  site('Yell', 'yell.com'),
  site('Thomson Local', 'thomsonlocal.com'),
  site('Which? Trusted Traders', 'trustedtraders.which.co.uk'),
  // United States
  site('Angi', 'angi.com', 'homeadvisor.com'),
  site('Better Business Bureau', 'bbb.org'),
  site('Yellow Pages', 'yellowpages.com'),
  site('Healthgrades', 'healthgrades.com'),
  site('Zocdoc', 'zocdoc.com'),
  site('RateMDs', 'ratemds.com'),
  site('Avvo', 'avvo.com'),
  site('Thumbtack', 'thumbtack.com'),
  site('DealerRater', 'dealerrater.com'),
  site('Cars.com', 'cars.com'),
  site(
    'Nextdoor',
    'nextdoor.com',
    'nextdoor.co.uk',
    'nextdoor.de',
    'nextdoor.es',
    'nextdoor.fr',
    'nextdoor.nl',
  ),
  site('Zillow', 'zillow.com'),
  site('The Knot', 'theknot.com'),
  site('WeddingWire', 'weddingwire.com'),
];
