/** Types for what tests use of common.mjs, which runs before TypeScript is installed. */
export declare const allocator: Record<string, string>;
