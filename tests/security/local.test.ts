import { attack } from './run.ts';

attack('local', 'the product with its embedded PostgreSQL');
