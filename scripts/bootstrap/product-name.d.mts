/** Name for technical identifiers, such as cookies and the database: ASCII letters and digits. */
export declare function identifierOf(name: string): string;

/** "my-app" becomes "My App". */
export declare function nameOfFolder(folder: string): string;

/** Why the product in `root` can't have the name. */
export declare function nameProblem(name: string, root: string): string | undefined;
