/** For tests only: tests name a route by the path of its declaration, without `/api` and the version. */
import { apiRoot, versionedApiRoot } from '@kindling/contract/api-address';
import { declaredRoutes } from '../http/api.ts';

const unversionedAddresses = new Set(
  declaredRoutes()
    .map(({ path }) => path)
    .filter((address) => !address.startsWith(`${versionedApiRoot}/`)),
);

/** The address of a declared path, which may carry a query. */
export function apiAddress(path: string): string {
  const unversioned = `${apiRoot}${path}`;
  return unversionedAddresses.has(unversioned) ? unversioned : `${versionedApiRoot}${path}`;
}

/** The name of a declared route: method and path. */
export function routeName({ method, path }: { method: string; path: string }): string {
  const root = unversionedAddresses.has(path) ? apiRoot : versionedApiRoot;
  return `${method} ${path.slice(root.length)}`;
}
