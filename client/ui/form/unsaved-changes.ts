/** The state of a navigation that no form may hold up, such as signing out. */
export const discardUnsavedChanges = { discardUnsavedChanges: true };
