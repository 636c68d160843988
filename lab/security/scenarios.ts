import { tokenScenarios } from './access-tokens.ts';
import { bodyScenarios } from './bodies.ts';
import { codeScenarios } from './codes.ts';
import type { Scenario } from './context.ts';
import { cookieScenarios } from './cookies.ts';
import { costlyScenarios } from './costly.ts';
import { demoScenarios } from './demo.ts';
import { documentScenarios } from './documents.ts';
import { enumerationScenarios } from './enumeration.ts';
import { growthScenarios } from './growth.ts';
import { listExportScenarios } from './list-exports.ts';
import { eventStreamScenarios } from './live-events.ts';
import { longTextScenarios } from './long-texts.ts';
import { rightsScenarios } from './lost-rights.ts';
import { organizationScenarios } from './organizations.ts';
import { pathScenarios } from './paths.ts';
import { permissionScenarios } from './permissions.ts';
import { phishedCodeScenarios } from './phished-code.ts';
import { redirectScenarios } from './redirects.ts';
import { signInFloodScenarios } from './sign-in-floods.ts';
import { unansweredScenarios } from './unanswered.ts';
import { unreadListExportScenarios } from './unread-list-exports.ts';
import { webScenarios } from './web.ts';
export const scenarios: readonly Scenario[] = [
  ...codeScenarios,
  ...enumerationScenarios,
  ...redirectScenarios,
  ...cookieScenarios,
  ...webScenarios,
  ...demoScenarios,
  ...documentScenarios,
  ...organizationScenarios,
  ...rightsScenarios,
  ...tokenScenarios,
  ...permissionScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...costlyScenarios,
  ...eventStreamScenarios,
  ...signInFloodScenarios,
  ...phishedCodeScenarios,
  ...growthScenarios,
  ...listExportScenarios,
  ...unreadListExportScenarios,
  ...unansweredScenarios,
  ...longTextScenarios,
].sort((a, b) => a.row - b.row);
