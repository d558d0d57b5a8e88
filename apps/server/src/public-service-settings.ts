import { flag, integer } from './setting-forms.ts';

/** Applications for public services, and questions about them. */
export const publicServiceForms = {
  GOV_DEMO_SEED: flag(
    'Adds a demonstration catalogue to an empty registry, and example records for each new person. Default: on in development; never in production.',
  ),
  GOV_ENFORCE_ASSURANCE: flag(
    'Whether applying requires the sign-in level that the service sets. Default: off.',
  ),
  GOV_INFO_EXPIRY_DAYS: integer(
    0,
    3650,
    0,
    'Days an applicant may leave an officer’s question unanswered before the application is closed; 0 waits for ever.',
  ),
  GOV_FEE_EXPIRY_DAYS: integer(
    1,
    3650,
    30,
    'Days an applicant has to pay a fee that the application waits for before it is closed.',
  ),
  GOV_FACT_HOURS: integer(
    1,
    720,
    72,
    'Hours after which an answer of an agency that was not used in an application is erased.',
  ),
  GOV_DRAFT_RETENTION_DAYS: integer(
    1,
    3650,
    90,
    'Days after which an untouched draft application is deleted with its documents.',
  ),
  GOV_ASSIGNMENT_HOURS: integer(
    1,
    720,
    24,
    'Hours after which another officer may take over an assigned case.',
  ),
  SUPPORT_RETENTION_MONTHS: integer(
    1,
    120,
    24,
    'Months after which untouched cases of support, and feedback on pages, are deleted.',
  ),
  GOV_FILE_MAX_BYTES: integer(
    1024,
    27262976,
    10485760,
    'Largest document that may be added to an application.',
  ),
};
