// The dashboard's part of `npm run bench -- reviews`.

const DAY = 86_400_000;
const dayBefore = (days) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);

/** A year as the screen asks for it: whole calendar months until today. */
function year() {
  const now = new Date();
  const from = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString().slice(0, 10);
  return { from, to: dayBefore(0) };
}

/** @param own the account of `fillReviews` */
export function dashboardRequestsOf(own) {
  const [busy] = own.locations;
  const request = (name, path, filter) => ({
    name: `dashboard, ${name}`,
    path: `${path}?${new URLSearchParams(filter)}`,
    goal: 100,
  });
  const figures = (name, filter) => request(name, '/dashboard/figures', filter);
  return [
    request('what there is now', '/dashboard', {}),
    figures('one year', year()),
    figures('one year to the day', { from: dayBefore(364), to: dayBefore(0) }),
    figures('one year by week', { ...year(), step: 'week' }),
    figures('one year of a busy location', { ...year(), locationId: busy }),
    figures('30 days', { from: dayBefore(29), to: dayBefore(0) }),
    figures('90 days', { from: dayBefore(89), to: dayBefore(0) }),
    figures('all time', {}),
    request('visits of one year', '/dashboard/visits', year()),
  ];
}
