/** Which of the product's records in visibility-world.ts each viewer sees. Generators read it, too. */
import type { Visibility } from './expectations.ts';

export const seesOwn = {
  User: {
    outsider: ['outsider'],
    person: ['person'],
    orgAdmin: ['orgAdmin'],
    manager: ['outsider', 'person', 'orgAdmin', 'manager', 'founder'],
    'impersonator of person': ['person', 'manager'],
    'limited access token of orgAdmin': ['orgAdmin'],
    'access token of manager without scopes': ['manager'],
    'access token of manager with user:get': [
      'outsider',
      'person',
      'orgAdmin',
      'manager',
      'founder',
    ],
  },
  Organization: {
    person: ['ours'],
    orgAdmin: ['ours'],
    manager: ['ours', 'theirs'],
    'impersonator of person': ['ours'],
    'limited access token of orgAdmin': ['ours'],
  },
  Member: {
    person: ['ours', 'ours2'],
    orgAdmin: ['ours', 'ours2'],
    manager: ['ours', 'ours2', 'theirs'],
    'impersonator of person': ['ours', 'ours2'],
    'limited access token of orgAdmin': ['ours', 'ours2'],
  },
  Team: {
    person: ['ours'],
    orgAdmin: ['ours'],
    manager: ['ours', 'theirs'],
    'impersonator of person': ['ours'],
    'limited access token of orgAdmin': ['ours'],
  },
  Invitation: {
    outsider: ['outsider'],
    orgAdmin: ['ours'],
    manager: ['ours', 'theirs', 'outsider'],
    'limited access token of orgAdmin': ['ours'],
  },
  Repository: {
    outsider: ['shared'],
    person: ['shared', 'ofOrganization'],
    orgAdmin: ['shared', 'ofOrganization'],
    manager: ['shared', 'ofOrganization', 'ofOtherOrganization'],
    'impersonator of person': ['shared', 'ofOrganization'],
    'limited access token of orgAdmin': ['ofOrganization'],
  },
  Session: {
    person: ['person'],
    manager: ['person', 'founder'],
    'impersonator of person': ['person'],
  },
  AccessToken: {
    person: ['person'],
    orgAdmin: ['ofOrganization'],
    manager: ['person', 'founder', 'ofOrganization', 'token'],
    'impersonator of person': ['person'],
    'limited access token of orgAdmin': ['ofOrganization'],
    'access token of manager without scopes': ['token'],
    'access token of manager with user:get': ['token'],
  },
  AuditEvent: {
    person: ['person', 'ofOrganization'],
    manager: ['person', 'ofOrganization', 'founder', 'ofOtherOrganization'],
    'impersonator of person': ['person', 'ofOrganization'],
    'access token of manager with user:get': ['person', 'founder'],
  },
} satisfies Record<string, Visibility['sees']>;
