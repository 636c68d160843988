import type { Page } from '@playwright/test';

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
    /** Whether the owner's fingerprint, face or PIN is accepted. */
    setUserVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

/** Autofill would use the passkey before a button is pressed. */
export async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
}
