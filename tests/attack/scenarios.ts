import { bodyScenarios } from './bodies.ts';
import { codeScenarios } from './codes.ts';
import type { Scenario } from './context.ts';
import { cookieScenarios } from './cookies.ts';
import { documentScenarios } from './documents.ts';
import { endpointScenarios } from './endpoints.ts';
import { enumerationScenarios } from './enumeration.ts';
import { impersonationScenarios } from './impersonation.ts';
import { lookupScenarios } from './lookups.ts';
import { pathScenarios } from './paths.ts';
import { permissionScenarios } from './permissions.ts';
import { redirectScenarios } from './redirects.ts';
import { rightsScenarios } from './rights.ts';
import { textScenarios } from './texts.ts';
import { webScenarios } from './web.ts';

/** Every scenario, by row. */
export const scenarios: readonly Scenario[] = [
  ...codeScenarios,
  ...endpointScenarios,
  ...enumerationScenarios,
  ...redirectScenarios,
  ...cookieScenarios,
  ...webScenarios,
  ...documentScenarios,
  ...lookupScenarios,
  ...rightsScenarios,
  ...permissionScenarios,
  ...impersonationScenarios,
  ...textScenarios,
  ...pathScenarios,
  ...bodyScenarios,
].sort((a, b) => a.row - b.row);
