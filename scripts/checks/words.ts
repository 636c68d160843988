/** Parts of identifiers and file names: `door` also forbids `CodeDoor` and `open-doors.ts`. */
export const forbiddenNames: Record<string, string> = {
  door: 'endpoint',
  doors: 'endpoints',
  postmaster: 'process',
  parcel: 'message',
  parcels: 'messages',
  overtaken: 'leaseLost',
  patience: 'timeout',
  housekeeping: 'cleanup',
  glyph: 'icon',
  glyphs: 'icons',
  deed: 'action',
  deeds: 'actions, events',
  farewell: 'account deleted',
  unfolding: 'load more',
  finder: 'command input',
  heed: 'open demo dialog',
  mend: 'hint',
  stranger: 'anonymous',
  strangers: 'anonymous',
  recruit: 'create user',
  ownership: 'instance lock',
  freshness: 'up to date',
  careful: 'requireVerifiedEmail',
  letters: 'templates',
  hall: 'illustration',
};

/** Whole identifiers whose words are fine elsewhere. */
export const forbiddenIdentifiers: Record<string, string> = {
  Visit: 'AuthRequest',
  Audience: 'rate limit, bucket',
  nameBrowser: 'issue or read the device cookie',
  createKeyedHash: 'hmac',
  inTime: 'withTimeout',
  proofs: 'clientAuthMethods',
  turnAway: 'load shedding',
  atWork: 'inFlight',
  hasRoom: 'canAccept',
  comeAgain: 'retryAfter',
  createPost: 'createMailer',
  RequestScope: 'RequestContext',
  forgetWhatIsOver: 'deleteExpired',
  keepRunning: 'supervise',
  ourWay: 'error extensions',
  AreaGate: 'AuthenticatedArea',
  DetailGate: 'EntityBoundary',
  carryOut: 'confirm and run',
  WhenOpened: 'MountOnOpen',
  LeaveGuard: 'UnsavedChangesGuard',
  whereCodeIs: 'dev inbox hint',
  letTimeFly: 'expireRateLimits',
  staticParts: 'staticSteps',
  Failure: 'UserError, ApiError or CliError',
  Refusal: 'UserError',
  FieldFailure: 'UserError',
  RequestError: 'ApiError',
  SettingsError: 'CliError',
};

export const forbiddenPhrases =
  /\b(whoever|whomever|somebody|(?<!`)nobody|meanwhile|that of|those of|(?<!there )(is|are) none|left out|of our own|comes first|at once|hears? of|heed(s|ed)?|mend(s|ed)?|anew|afresh|is no more|(in|of|from|by) which|stands (for|in|at|there|behind|before|on)|by itself alone|it is told|lets? itself)\b/i;

/** The same and weaker turns, which are counted. */
export const translatedTurns = new RegExp(
  `${forbiddenPhrases.source}|\\b(one day|now and then|of its own|whose they are|of which|as it is that|nothing of|not at all)\\b`,
  'i',
);

/** Documents that are not in the repository, and notes about the work itself. */
export const forbiddenCitations =
  /\b(the (spec|specification)\b(?! of)|hardening\.md|words\.md|spec\.md|decisions\.md|architecture\.md|look\.md|speed\.md|\.\.\/shared\/)|\bissue \d+\b/i;

/** Numbered rows, which only these folders may cite. */
export const numberedRow = /\brows? \d{1,2}\b/i;
export const foldersWithRows: readonly string[] = ['lab/security/', 'lab/resilience/'];
