import { bodyScenarios } from './bodies.ts';
import type { Scenario } from './context.ts';
import { enumerationScenarios } from './enumeration.ts';
import { eventStreamScenarios } from './live-events.ts';
import { longTextScenarios } from './long-texts.ts';
import { rightsScenarios } from './lost-rights.ts';
import { pathScenarios } from './paths.ts';
import { phishedCodeScenarios } from './phished-code.ts';
import { unansweredScenarios } from './unanswered.ts';
import { unreadListExportScenarios } from './unread-list-exports.ts';

export const scenarios: readonly Scenario[] = [
  ...enumerationScenarios,
  ...rightsScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...eventStreamScenarios,
  ...phishedCodeScenarios,
  ...unreadListExportScenarios,
  ...unansweredScenarios,
  ...longTextScenarios,
].sort((a, b) => a.row - b.row);
