/** The state of an address in the United States. */

const names: Readonly<Record<string, string>> = {
  alabama: 'AL',
  alaska: 'AK',
  arizona: 'AZ',
  arkansas: 'AR',
  california: 'CA',
  colorado: 'CO',
  connecticut: 'CT',
  delaware: 'DE',
  'district of columbia': 'DC',
  florida: 'FL',
  georgia: 'GA',
  hawaii: 'HI',
  idaho: 'ID',
  illinois: 'IL',
  indiana: 'IN',
  iowa: 'IA',
  kansas: 'KS',
  kentucky: 'KY',
  louisiana: 'LA',
  maine: 'ME',
  maryland: 'MD',
  massachusetts: 'MA',
  michigan: 'MI',
  minnesota: 'MN',
  mississippi: 'MS',
  missouri: 'MO',
  montana: 'MT',
  nebraska: 'NE',
  nevada: 'NV',
  'new hampshire': 'NH',
  'new jersey': 'NJ',
  'new mexico': 'NM',
  'new york': 'NY',
  'north carolina': 'NC',
  'north dakota': 'ND',
  ohio: 'OH',
  oklahoma: 'OK',
  oregon: 'OR',
  pennsylvania: 'PA',
  'rhode island': 'RI',
  'south carolina': 'SC',
  'south dakota': 'SD',
  tennessee: 'TN',
  texas: 'TX',
  utah: 'UT',
  vermont: 'VT',
  virginia: 'VA',
  washington: 'WA',
  'west virginia': 'WV',
  wisconsin: 'WI',
  wyoming: 'WY',
};
const codes = new Set(Object.values(names));
/** "Portland, OR 97205", also with the four digits of the part of a town. */
const codeAndZip = /\b([A-Z]{2})[ ,]+\d{5}(?:-\d{4})?\b/g;
const lastParts = 4;

/** Two letters; null where the address names none. The last one counts, because streets are named after states. */
export function stateOfAddress(address: string): string | null {
  const withZip = [...address.matchAll(codeAndZip)]
    .map(([, code = '']) => code)
    .filter((code) => codes.has(code));
  if (withZip.length > 0) return withZip.at(-1) ?? null;
  const parts = address.split(/[,\n]/).map((part) =>
    part
      .trim()
      .replace(/\s{1,9}\d{5}(?:-\d{4})?$/, '')
      .trim(),
  );
  for (const part of parts.slice(-lastParts).reverse()) {
    if (codes.has(part)) return part;
    const named = names[part.toLowerCase()];
    // The first part of an address is a street or a place.
    if (named !== undefined && parts.indexOf(part) > 0) return named;
  }
  return null;
}
