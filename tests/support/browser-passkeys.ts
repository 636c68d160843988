import type { CDPSession, Page } from '@playwright/test';

export type Credential = Awaited<ReturnType<typeof credentialsOf>>[number];

/** Chromium's virtual authenticator: an internal one that verifies its user and stores passkeys. */
export async function addAuthenticator(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    credentials: () => credentialsOf(client, authenticatorId),
    /** Puts a passkey of another authenticator into this one. */
    add: (credential: Credential) =>
      client.send('WebAuthn.addCredential', { authenticatorId, credential }),
    /** Whether the owner's fingerprint, face or PIN is accepted. */
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

async function credentialsOf(client: CDPSession, authenticatorId: string) {
  return (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
}

/** Autofill would use the passkey before a button is pressed. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
