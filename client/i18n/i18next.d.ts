import 'i18next';
import type account from '#shared/locales/en/account.json';
import type auth from '#shared/locales/en/auth.json';
import type common from '#shared/locales/en/common.json';
import type dashboard from '#shared/locales/en/dashboard.json';
import type date from '#shared/locales/en/date.json';
import type demo from '#shared/locales/en/demo.json';
import type errors from '#shared/locales/en/errors.json';
import type palette from '#shared/locales/en/palette.json';
import type repository from '#shared/locales/en/repository.json';
import type session from '#shared/locales/en/session.json';
import type user from '#shared/locales/en/user.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      account: typeof account;
      auth: typeof auth;
      common: typeof common;
      dashboard: typeof dashboard;
      date: typeof date;
      demo: typeof demo;
      errors: typeof errors;
      palette: typeof palette;
      repository: typeof repository;
      session: typeof session;
      user: typeof user;
    };
  }
}
