import { attack } from './run.ts';

attack('production', 'production mode on https behind a proxy');
