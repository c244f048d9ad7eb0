/**
 * Whether a host is one of the sites that may show an embed. `*.` in front takes every name below, not the name itself.
 * A rule of display, kept by whoever runs this script as it is; what is published is no secret.
 */
export const isAllowedSite = (host: string, sites: readonly string[] | undefined): boolean =>
  !sites || sites.some((site) => site === host || (site[0] === '*' && host.endsWith(site.slice(1))));
