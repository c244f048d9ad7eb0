/** For component tests only: a pipeline with what its screen asks for. */

import type { Business } from '@kindling/contract/businesses';
import { defaultPipelineSettings } from '@kindling/contract/pipeline-settings';
import type { OwnDestination, Pipeline } from '@kindling/contract/pipelines';
import type { ApiAnswers } from './render-screen.tsx';

const id = (end: number) => `0199f000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const updatedAt = '2026-11-01T10:00:00.000Z';

export const location = {
  id: id(21),
  businessId: id(11),
  name: 'Salt Quay Harbor',
  address: null,
  country: null,
  phone: null,
  timeZone: null,
  updatedAt,
};
export const business: Business = {
  id: id(11),
  name: 'Salt Quay',
  website: 'https://salt-quay.example',
  category: null,
  phone: null,
  brandColor: '#0f766e',
  logo: null,
  archivedAt: null,
  updatedAt,
  named: true,
  locations: [location],
};
export const pipeline: Pipeline = {
  id: id(31),
  businessId: business.id,
  businessName: business.name,
  locationId: null,
  name: 'Salt Quay',
  slug: 'salt-quay',
  url: 'https://reviews.example/c/salt-quay',
  profileUrl: 'https://reviews.example/r/salt-quay',
  settings: defaultPipelineSettings,
  editable: true,
  takenDown: null,
  updatedAt,
};
export const destinations: OwnDestination[] = [
  {
    id: id(41),
    source: 'google',
    label: 'Google',
    url: 'https://search.example/local/writereview?placeid=x',
    listingId: id(51),
    hidden: false,
    problem: null,
  },
  {
    id: id(42),
    source: null,
    label: 'Yelp',
    url: 'https://www.yelp.com/biz/salt-quay',
    listingId: null,
    hidden: false,
    problem: null,
  },
  {
    id: id(43),
    source: 'facebook',
    label: 'Facebook',
    url: null,
    listingId: id(52),
    hidden: false,
    problem: 'no-address',
  },
];

/** What the screen asks for when it opens. */
export function answersOf(changed: ApiAnswers = {}): ApiAnswers {
  return {
    'GET /pipelines': { pipelines: [pipeline] },
    'GET /businesses': { businesses: [business] },
    'GET /submissions/figures': { held: 0 },
    [`GET /locations/${location.id}/destinations`]: { destinations },
    [`POST /pipelines/${pipeline.id}/preview`]: {
      html: '<!doctype html><title>Page</title><p>How was it?</p>',
    },
    ...changed,
  };
}
