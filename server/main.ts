/** The program: importing it starts the server. It loads what comes before any other module. */
import module from 'node:module';
import { fromRoot } from './root.ts';

// An unwritable folder leaves the cache unused. NODE_COMPILE_CACHE takes precedence.
module.enableCompileCache(fromRoot('node_modules', '.cache', 'node'));
// Stack traces of the bundle name the sources. Its source map leaves out the libraries.
module.setSourceMapsSupport(true);

const { run } = await import('./process/run.ts');
await run({ program: import.meta.filename });
