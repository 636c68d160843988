/** Codes of refusals at the endpoints of identity providers. */
export const providerRefusals = ['PROVIDER_NOT_FOUND'];
