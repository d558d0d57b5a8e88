import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('authorisations', {
  given: {
    action: 'authorisations.given',
    about: 'A person signed an authorisation for another person with PIN2',
    fields: ['purposes', 'services', 'from', 'until', 'organisation_id', 'signature'],
  },
  accepted: {
    action: 'authorisations.accepted',
    about: 'The receiver accepted an authorisation, which holds from then on',
    fields: [],
  },
  declined: {
    action: 'authorisations.declined',
    about: 'The receiver declined an authorisation',
    fields: [],
  },
  revoked: {
    action: 'authorisations.revoked',
    about: 'The grantor ended an authorisation',
    fields: [],
  },
  lapsed: {
    action: 'authorisations.lapsed',
    about:
      'An authorisation of an organisation ended, because its signer no longer represents the organisation',
    fields: ['organisation_id'],
  },
  expired: {
    action: 'authorisations.expired',
    about: 'An authorisation ended with its last day, or an offer was not answered in time',
    fields: ['accepted'],
  },
  givenUp: {
    action: 'authorisations.given_up',
    about: 'The receiver gave an authorisation up',
    fields: [],
  },
});
