import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('oidc', {
  loginAccepted: {
    action: 'oidc.login.accepted',
    about: 'A person accepted a sign-in for an application',
    fields: ['client_id'],
  },
  stepUpAsked: {
    action: 'oidc.step_up.asked',
    about: 'A person was asked to confirm a sign-in for an application with PIN2',
    fields: ['client_id', 'digest'],
  },
  steppedUp: {
    action: 'oidc.step_up.confirmed',
    about: 'A person confirmed a sign-in for an application with PIN2',
    fields: ['client_id', 'session_id', 'digest', 'certificate_serial', 'level'],
  },
  stepUpEnded: {
    action: 'oidc.step_up.ended',
    about: 'A confirmation with PIN2 was refused on the phone or expired',
    fields: ['client_id', 'state', 'reason'],
  },
  loginRejected: {
    action: 'oidc.login.rejected',
    about: 'A sign-in for an application was cancelled',
    fields: ['client_id', 'reason'],
  },
  consentGiven: {
    action: 'oidc.consent.given',
    about: 'A person gave an application all or some of the requested scopes',
    fields: ['client_id', 'scopes'],
  },
  consentRejected: {
    action: 'oidc.consent.rejected',
    about: 'A person refused the request of an application',
    fields: ['client_id', 'reason'],
  },
  consentWithdrawn: {
    action: 'oidc.consent.withdrawn',
    about: 'A person withdrew a consent; the tokens of the application were revoked',
    fields: ['client_id', 'grants'],
  },
  tokensIssued: {
    action: 'oidc.tokens.issued',
    about: 'An application exchanged a code or refreshed the tokens of a person',
    fields: ['client_id', 'grant_type', 'scopes'],
  },
  tokenRevoked: {
    action: 'oidc.token.revoked',
    about: 'An application revoked a token',
    fields: ['client_id'],
  },
  grantRevoked: {
    action: 'oidc.grant.revoked',
    about: 'All tokens of an authorization ended: revoked by the application, or with the session',
    fields: ['client_id', 'reason'],
  },
  reuseDetected: {
    action: 'oidc.reuse.detected',
    about: 'A code or refresh token was reused, or used by another application: its tokens were revoked',
    fields: ['client_id', 'kind', 'grants'],
  },
  sessionEnded: {
    action: 'oidc.session.ended',
    about: 'A person signed out of the provider',
    fields: ['client_id', 'grants'],
  },
  keyRotated: {
    action: 'oidc.key.rotated',
    about: 'A key for id_tokens was created; it signs from the given time',
    fields: ['kid', 'alg', 'active_from'],
  },
  keysRetired: {
    action: 'oidc.key.retired',
    about: 'Keys whose last id_token has expired were removed',
    fields: ['kids'],
  },
});
