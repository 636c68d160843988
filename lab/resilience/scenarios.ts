/** Faults around the built product. */
import type { Scenario } from './context.ts';
import { databaseScenarios } from './database.ts';
import { killScenarios } from './kill.ts';
import { stopScenarios } from './stop.ts';

export const scenarios: readonly Scenario[] = [
  ...databaseScenarios,
  ...killScenarios,
  ...stopScenarios,
];
