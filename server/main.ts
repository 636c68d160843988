/** Entry point: importing it starts the server. Configures Node.js before loading the rest. */
import module from 'node:module';
import { fromRoot } from './root.ts';

// If the folder isn't writable, there is no cache. NODE_COMPILE_CACHE takes precedence.
module.enableCompileCache(fromRoot('node_modules', '.cache', 'node'));
// Maps stack traces of the bundle to its sources. The source map excludes libraries.
module.setSourceMapsSupport(true);

const { run } = await import('./process/run.ts');
await run({ program: import.meta.filename });
