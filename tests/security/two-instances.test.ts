import { attack } from './run.ts';

attack('two', 'two instances on one database');
