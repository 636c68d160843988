import type { ParseKeys } from 'i18next';

/** The namespaces there are; a file of this name lies in every language's folder. */
export type Namespace =
  | 'account'
  | 'auth'
  | 'common'
  | 'dashboard'
  | 'date'
  | 'demo'
  | 'errors'
  | 'palette'
  | 'repository'
  | 'session'
  | 'user';

/** The key of a text in any namespace, `namespace:path.to.text`. */
export type TextKey = ParseKeys<
  [
    'common',
    'account',
    'auth',
    'dashboard',
    'date',
    'demo',
    'errors',
    'palette',
    'repository',
    'session',
    'user',
  ]
>;
