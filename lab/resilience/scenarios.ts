/** Faults around the built product. */
import type { Scenario } from './context.ts';
import { databaseScenarios } from './database.ts';
import { endedConnectionsScenario } from './ended-connections.ts';
import { killScenarios } from './kill.ts';
import { loadScenarios } from './load.ts';
import { stopScenarios } from './stop.ts';

export const scenarios: readonly Scenario[] = [
  ...databaseScenarios,
  endedConnectionsScenario,
  ...killScenarios,
  ...stopScenarios,
  ...loadScenarios,
];
