/** Creates the values of collection pages for tests: valid ones, with changes by the test. */
import type { CollectPage, HowWeAskPage, ProfilePage } from '@kindling/contract/collect-page';
import { pipelineSettingsSchema } from '@kindling/contract/pipeline-settings';
import type { z } from 'zod';

export type SettingsInput = z.input<typeof pipelineSettingsSchema>;

export function makeCollectPage(
  fields: Partial<Omit<CollectPage, 'settings'>> = {},
  settings: SettingsInput = {},
): CollectPage {
  return {
    path: '/q/k3v9xq2mzt',
    step: 'rate',
    sent: null,
    rating: null,
    business: { name: 'Harbour Street Bakery', color: null, logo: null },
    location: {
      id: 'harbour',
      name: 'Harbour Street',
      address: '12 Harbour Street, Bristol',
      destinations: [
        {
          id: 'd1',
          source: 'google',
          label: 'Google',
          url: 'https://search.google.com/local/writereview?placeid=ChIJx',
        },
        {
          id: 'd2',
          source: 'facebook',
          label: 'Facebook',
          url: 'https://www.facebook.com/harbourstreet/reviews',
        },
      ],
    },
    several: false,
    settings: pipelineSettingsSchema.parse(settings),
    kiosk: null,
    invited: false,
    howWeAskUrl: '/r/harbour-street-bakery/how-we-ask',
    withdrawUrl: null,
    consentVersions: { review: '6b86b273ff34fce1', message: 'd4735e3a265e16ee' },
    ...fields,
  };
}

export function makeHowWeAsk(fields: Partial<HowWeAskPage> = {}): HowWeAskPage {
  return {
    path: '/r/harbour-street-bakery/how-we-ask',
    business: { name: 'Harbour Street Bakery', color: null, logo: null },
    settings: pipelineSettingsSchema.parse({}),
    market: 'eu',
    doors: ['qr', 'nfc'],
    ratingStyles: ['stars'],
    figures: { received: 1240, held: { waiting: 1, released: 4, discarded: 12 }, withdrawn: 3 },
    hidden: [],
    profileUrl: '/r/harbour-street-bakery',
    ...fields,
  };
}

export function makeProfile(fields: Partial<ProfilePage> = {}): ProfilePage {
  return {
    path: '/r/harbour-street-bakery',
    url: 'https://kindling.app/r/harbour-street-bakery',
    business: {
      name: 'Harbour Street Bakery',
      color: null,
      logo: null,
      website: 'https://harbour.example/',
      phone: '+44 117 496 0123',
    },
    settings: pipelineSettingsSchema.parse({}),
    locations: [{ id: 'harbour', name: 'Harbour Street', address: '12 Harbour Street, Bristol' }],
    firstParty: { average: 4.6, stars: 128, thumbsUp: 43, thumbs: 45 },
    platforms: [
      {
        source: 'google',
        location: null,
        average: 4.5,
        count: 312,
        recommended: 0,
        notRecommended: 0,
        url: 'https://maps.google.com/?cid=10281119596374313554',
      },
      {
        source: 'facebook',
        location: null,
        average: null,
        count: 90,
        recommended: 84,
        notRecommended: 6,
        url: null,
      },
    ],
    reviews: [
      {
        id: 'r1',
        author: 'Ana P.',
        rating: 5,
        text: 'Sourdough with a real crust.\nThey kept my order although I was late.',
        writtenOn: '2026-11-02',
        invited: true,
        location: null,
        reply: { text: 'Thank you, Ana. See you on Saturday.' },
      },
      {
        id: 'r2',
        author: null,
        rating: 'down',
        text: 'Twenty minutes in the queue.',
        writtenOn: '2026-10-21',
        invited: false,
        location: null,
        reply: null,
      },
    ],
    page: 1,
    pages: 3,
    hidden: [
      { reason: 'outdated', count: 1 },
      { reason: 'spam', count: 2 },
    ],
    collectUrl: '/c/harbour-street-bakery',
    howWeAskUrl: '/r/harbour-street-bakery/how-we-ask',
    indexed: false,
    ...fields,
  };
}
