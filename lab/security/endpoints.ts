import { newAddress, type Scenario } from './context.ts';
import { hostOf, raw } from './raw-http.ts';

const endpoints: Scenario = {
  row: 3,
  title: 'other endpoints of the library',
  async run(target, check) {
    const host = hostOf(target);
    const origin = target.urls[0];
    const paths = [
      '/email-otp/check-verification-otp',
      '/email-otp/verify-email',
      '/email-otp/request-password-reset',
      '/email-otp/reset-password',
      '/forget-password/email-otp',
      '/sign-up/email',
      '/sign-in/email',
      '/change-email',
      '/update-user',
      '/admin/set-role',
      '/admin/create-user',
      '/admin/set-user-password',
      '/admin/list-user-sessions',
      '//sign-in/email-otp',
      '/./sign-in/email-otp',
      '/x/../sign-in/email-otp',
      '/sign-in%2femail-otp',
      '/sign-in%2Femail-otp',
      '/%73ign-in/email-otp',
      '/sign-in/email-otp/',
      '/Sign-In/Email-OTP',
      '/sign-in/email-otp;x',
      '\\sign-in\\email-otp',
    ];
    const body = JSON.stringify({ email: newAddress(), otp: '123456', type: 'sign-in' });
    for (const path of paths) {
      const { status } = await raw(
        target,
        `POST /api/auth${path} HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}`,
        body,
      );
      // The URL parser resolves dot segments, which leaves the endpoint itself.
      const isEndpoint = /^\/(\.|x\/\.\.)\/sign-in/.test(path) || path.startsWith('\\');
      const isFine = status === 404 || (isEndpoint && (status === 400 || status === 429));
      check(`${path} is closed`, isFine, status);
    }
  },
};

export const endpointScenarios = [endpoints];
