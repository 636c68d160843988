/** Where a sign-in that a provider or the server refused ends. */
export const loginErrorPath = '/login/error';
