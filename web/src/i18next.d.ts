import 'i18next';
import type { AreaTexts } from './lib/i18n/areas.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: AreaTexts;
  }
}
