import { tokenScenarios } from './access-tokens.ts';
import { bodyScenarios } from './bodies.ts';
import { codeScenarios } from './codes.ts';
import type { Scenario } from './context.ts';
import { costlyScenarios } from './costly.ts';
import { enumerationScenarios } from './enumeration.ts';
import { eventStreamScenarios } from './live-events.ts';
import { longTextScenarios } from './long-texts.ts';
import { rightsScenarios } from './lost-rights.ts';
import { pathScenarios } from './paths.ts';
import { phishedCodeScenarios } from './phished-code.ts';
import { signInFloodScenarios } from './sign-in-floods.ts';
import { unansweredScenarios } from './unanswered.ts';
import { unreadListExportScenarios } from './unread-list-exports.ts';

export const scenarios: readonly Scenario[] = [
  ...codeScenarios,
  ...enumerationScenarios,
  ...rightsScenarios,
  ...tokenScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...costlyScenarios,
  ...eventStreamScenarios,
  ...signInFloodScenarios,
  ...phishedCodeScenarios,
  ...unreadListExportScenarios,
  ...unansweredScenarios,
  ...longTextScenarios,
].sort((a, b) => a.row - b.row);
