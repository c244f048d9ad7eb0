import { readKeptHeight } from '../../lib/kept-height.ts';

/** Also in the tests. */
export const bannerHeightKey = 'maintenanceHeight';

/** Keeps the place of the notices while the code of the banner loads. */
export function BannerPlace() {
  return <div style={{ height: readKeptHeight(bannerHeightKey) }} />;
}
