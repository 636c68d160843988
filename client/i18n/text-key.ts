import type { ParseKeys } from 'i18next';

/** The namespaces there are; a file of this name lies in every language's folder. */
export type Namespace = 'auth' | 'common' | 'errors' | 'repository' | 'user';

/** The key of a text in any namespace, `namespace:path.to.text`. */
export type TextKey = ParseKeys<['common', 'auth', 'errors', 'repository', 'user']>;
