import { useTranslation } from 'react-i18next';

const areas = ['app', 'common', 'errors'] as const;

/** The texts of the app: keys of the app area plain, others as `common:…` and `errors:…`. */
export function useText() {
  return useTranslation(areas);
}

export type Translate = ReturnType<typeof useText>['t'];
