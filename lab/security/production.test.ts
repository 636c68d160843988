import { runScenarios } from './run.ts';

runScenarios('production', 'production mode on https behind a proxy');
