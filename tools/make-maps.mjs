// Draws the outlines of the dashboard's maps: web/src/features/analytics/maps/outlines.gen.ts, from Natural Earth by the
// package world-atlas (public domain) and the U.S. Census Bureau by us-atlas (public domain). `node tools/make-maps.mjs`
// writes the file; tools/make-maps.test.mjs fails when it is outdated.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { geoConicEqualArea, geoPath } from 'd3-geo';
import { geoMiller } from 'd3-geo-projection';
import { root } from './lib/paths.mjs';

// These packages are CommonJS.
const require = createRequire(import.meta.url);
const countries = require('i18n-iso-countries');
const { feature } = require('topojson-client/dist/topojson-client.js');
const { presimplify, quantile, simplify } = require('topojson-simplify/dist/topojson-simplify.js');

/** What the product's requirements say. */
export const worldSize = [900, 440.7];
export const worldMeridian = 11.5;
export const statesSize = [900, 589];
export const statesMeridian = -100;
/** An outline that is smaller is a dot of this radius, so that nobody's country is missing. */
const dotRadius = 2.5;
const smallestArea = 6;
/** Longitude of Antarctica's rim is no outline of a country with visitors, and takes a quarter of the height. */
const antarctica = '010';

const readJson = (name) => JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(name)), 'utf8'));

/** Whole shapes with fewer points; `share` of the points stay. */
function thinned(topology, share) {
  const weighted = presimplify(topology);
  return simplify(weighted, quantile(weighted, share));
}

/** One outline by its two-letter code. */
function outlines(features, codeOf, path) {
  const shapes = {};
  for (const one of features) {
    const code = codeOf(one);
    if (code === undefined) continue;
    const d = path.area(one) < smallestArea ? dot(path.centroid(one)) : shorten(path(one) ?? '');
    if (d === '') continue;
    shapes[code] = (shapes[code] ?? '') + d;
  }
  return Object.fromEntries(Object.entries(shapes).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function dot([x, y]) {
  if (!Number.isFinite(x)) return '';
  const round = (value) => Math.round(value * 10) / 10;
  const r = dotRadius;
  return `M${round(x - r)},${round(y)}a${r},${r} 0 1,0 ${2 * r},0a${r},${r} 0 1,0 ${-2 * r},0z`;
}

/** Steps in place of positions, rounded to half a unit before they are subtracted, so that errors do not add up. */
function shorten(path) {
  return path
    .split('Z')
    .filter((ring) => ring !== '')
    .map((ring) => {
      const points = ring
        .slice(1)
        .split('L')
        .map((point) => point.split(',').map((value) => Math.round(Number(value) * 2)))
        .filter(([x, y], index, all) => index === 0 || x !== all[index - 1][0] || y !== all[index - 1][1]);
      if (points.length < 4) return '';
      const [first, ...rest] = points;
      let [x, y] = first;
      const steps = rest.map((point) => {
        const step = [(point[0] - x) / 2, (point[1] - y) / 2];
        [x, y] = point;
        return step.join(',');
      });
      return `M${first[0] / 2},${first[1] / 2}l${steps.join(' ')}z`;
    })
    .join('');
}

/** Miller, with the central meridian in the middle; Antarctica is left out. */
function worldOutlines() {
  const topology = readJson('world-atlas/countries-50m.json');
  const features = feature(thinned(topology, 0.12), topology.objects.countries).features.filter(
    ({ id }) => id !== antarctica,
  );
  const [width, height] = worldSize;
  const projection = geoMiller().rotate([-worldMeridian, 0]).precision(0.3);
  projection.fitExtent(
    [
      [1, 1],
      [width - 1, height - 1],
    ],
    { type: 'FeatureCollection', features },
  );
  return outlines(features, ({ id }) => countries.numericToAlpha2(id), geoPath(projection));
}

const fipsOfOutside = new Set(['60', '66', '69', '72', '78']);
const codeOfState = {
  Alabama: 'AL',
  Alaska: 'AK',
  Arizona: 'AZ',
  Arkansas: 'AR',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  'District of Columbia': 'DC',
  Florida: 'FL',
  Georgia: 'GA',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Pennsylvania: 'PA',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  Utah: 'UT',
  Vermont: 'VT',
  Virginia: 'VA',
  Washington: 'WA',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
};

/** Albers for the contiguous States; Alaska and Hawaii as insets at the lower left, Alaska much smaller than it is. */
function stateOutlines() {
  const topology = readJson('us-atlas/states-10m.json');
  const features = feature(thinned(topology, 0.12), topology.objects.states).features.filter(
    ({ id }) => !fipsOfOutside.has(id),
  );
  const named = (name) => features.filter(({ properties }) => properties.name === name);
  const contiguous = features.filter(({ properties }) => !['Alaska', 'Hawaii'].includes(properties.name));
  const [width, height] = statesSize;
  const box = (projection, left, top, right, bottom, shapes) =>
    projection.fitExtent(
      [
        [left, top],
        [right, bottom],
      ],
      { type: 'FeatureCollection', features: shapes },
    );
  const codeOf = ({ properties }) => codeOfState[properties.name];
  const parts = [
    [contiguous, box(albers(statesMeridian, [29.5, 45.5]), 4, 4, width - 4, height - 4, contiguous)],
    [
      named('Alaska'),
      box(albers(-154, [55, 65]), 4, height * 0.74, width * 0.22, height - 4, named('Alaska')),
    ],
    [
      named('Hawaii'),
      box(albers(-157, [8, 18]), width * 0.24, height * 0.86, width * 0.35, height - 4, named('Hawaii')),
    ],
  ];
  return Object.assign(
    {},
    ...parts.map(([shapes, projection]) => outlines(shapes, codeOf, geoPath(projection))),
  );
}

/** Equal areas between two parallels. */
function albers(meridian, parallels) {
  return geoConicEqualArea().rotate([-meridian, 0]).parallels(parallels).precision(0.3);
}

/** The text of the file. */
export function makeMaps() {
  const table = (name, [width, height], shapes) => [
    `export const ${name}: MapOutlines = {`,
    `  width: ${width},`,
    `  height: ${height},`,
    '  shapes: {',
    ...Object.entries(shapes).map(([code, d]) => `    ${code}: '${d}',`),
    '  },',
    '};',
    '',
  ];
  return [
    '// Written by tools/make-maps.mjs from Natural Earth and the U.S. Census Bureau, both in the public domain. Do not edit.',
    "import type { MapOutlines } from './map-outlines.ts';",
    '',
    ...table('worldOutlines', worldSize, worldOutlines()),
    ...table('stateOutlines', statesSize, stateOutlines()),
  ].join('\n');
}

export const mapFile = join(root, 'web/src/features/analytics/maps/outlines.gen.ts');
if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(mapFile, makeMaps());
