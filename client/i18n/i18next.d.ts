import 'i18next';
import type auth from '#shared/locales/en/auth.json';
import type common from '#shared/locales/en/common.json';
import type errors from '#shared/locales/en/errors.json';
import type repository from '#shared/locales/en/repository.json';
import type user from '#shared/locales/en/user.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      auth: typeof auth;
      common: typeof common;
      errors: typeof errors;
      repository: typeof repository;
      user: typeof user;
    };
  }
}
