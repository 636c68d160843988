/** Navigation state that skips the unsaved changes guard, for example when signing out. */
export const discardUnsavedChanges = { discardUnsavedChanges: true };
