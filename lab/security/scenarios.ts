import { tokenScenarios } from './access-tokens.ts';
import { auditLogScenarios } from './audit-log.ts';
import { bodyScenarios } from './bodies.ts';
import { codeScenarios } from './codes.ts';
import { combiningMarkScenarios } from './combining-marks.ts';
import type { Scenario } from './context.ts';
import { cookieScenarios } from './cookies.ts';
import { costlyScenarios } from './costly.ts';
import { demoScenarios } from './demo.ts';
import { documentScenarios } from './documents.ts';
import { endpointScenarios } from './endpoints.ts';
import { enumerationScenarios } from './enumeration.ts';
import { growthScenarios } from './growth.ts';
import { impersonationScenarios } from './impersonation.ts';
import { impersonationEndScenarios } from './impersonation-end.ts';
import { invitationScenarios } from './invitations.ts';
import { listExportScenarios } from './list-exports.ts';
import { eventStreamScenarios } from './live-events.ts';
import { longTextScenarios } from './long-texts.ts';
import { lookupScenarios } from './lookups.ts';
import { rightsScenarios } from './lost-rights.ts';
import { mediaTypeScenarios } from './media-types.ts';
import { oddInputScenarios } from './odd-input.ts';
import { organizationAuditLogScenarios } from './organization-audit-log.ts';
import { organizationMailScenarios } from './organization-mails.ts';
import { organizationScenarios } from './organizations.ts';
import { passkeyCertificateScenarios } from './passkey-certificates.ts';
import { pathScenarios } from './paths.ts';
import { pendingPasskeyScenarios } from './pending-passkeys.ts';
import { permissionScenarios } from './permissions.ts';
import { phishedCodeScenarios } from './phished-code.ts';
import { redirectScenarios } from './redirects.ts';
import { signInFloodScenarios } from './sign-in-floods.ts';
import { silentProviderScenarios } from './silent-provider.ts';
import { captchaScenarios } from './slow-captcha.ts';
import { staleSessionScenarios } from './stale-sessions.ts';
import { startScenarios } from './starts.ts';
import { takeoverScenarios } from './takeover.ts';
import { textScenarios } from './texts.ts';
import { unansweredScenarios } from './unanswered.ts';
import { unreadListExportScenarios } from './unread-list-exports.ts';
import { webScenarios } from './web.ts';
export const scenarios: readonly Scenario[] = [
  ...auditLogScenarios,
  ...organizationAuditLogScenarios,
  ...codeScenarios,
  ...endpointScenarios,
  ...enumerationScenarios,
  ...redirectScenarios,
  ...cookieScenarios,
  ...webScenarios,
  ...demoScenarios,
  ...documentScenarios,
  ...lookupScenarios,
  ...organizationScenarios,
  ...invitationScenarios,
  ...rightsScenarios,
  ...tokenScenarios,
  ...permissionScenarios,
  ...impersonationScenarios,
  ...textScenarios,
  ...pathScenarios,
  ...bodyScenarios,
  ...costlyScenarios,
  ...combiningMarkScenarios,
  ...oddInputScenarios,
  ...eventStreamScenarios,
  ...impersonationEndScenarios,
  ...signInFloodScenarios,
  ...silentProviderScenarios,
  ...captchaScenarios,
  ...organizationMailScenarios,
  ...startScenarios,
  ...takeoverScenarios,
  ...phishedCodeScenarios,
  ...pendingPasskeyScenarios,
  ...growthScenarios,
  ...listExportScenarios,
  ...unreadListExportScenarios,
  ...unansweredScenarios,
  ...passkeyCertificateScenarios,
  ...longTextScenarios,
  ...mediaTypeScenarios,
  ...staleSessionScenarios,
].sort((a, b) => a.row - b.row);
