import { runScenarios } from './run.ts';

runScenarios('two', 'two instances on one database');
