import 'i18next';
import type app from '@kindling/locales/en/app.json';
import type common from '@kindling/locales/en/common.json';
import type errors from '@kindling/locales/en/errors.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: { app: typeof app; common: typeof common; errors: typeof errors };
  }
}
