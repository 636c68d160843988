import { runScenarios } from './run.ts';

runScenarios('local', 'the product with its embedded PostgreSQL');
