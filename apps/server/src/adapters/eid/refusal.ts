import type { EidRefusal } from '../../modules/identity/eid-port.ts';
import type { FailedCheck } from './verify-answer.ts';

/** All failed checks but the two that are no refusal: the person has not returned yet, the responder is down. */
export type RefusingCheck = Exclude<FailedCheck, 'return_missing' | 'ocsp_unreachable'>;

/** Detailed reasons become the few that a person sees; the exact failure would help only an attacker. */
export function refusalOf(reason: RefusingCheck): EidRefusal {
  switch (reason) {
    case 'malformed_answer':
    case 'other_interaction':
      return 'protocol_failure';
    case 'expired':
    case 'not_yet_valid':
    case 'issuer_out_of_date':
      return 'certificate_expired';
    case 'unreadable_certificate':
    case 'leaf_is_a_ca':
    case 'weak_certificate_signature':
    case 'unknown_critical_extension':
    case 'no_path_to_a_root':
    case 'issuer_is_not_a_ca':
    case 'path_too_long':
    case 'signing_certificate':
    case 'no_digital_signature':
    case 'no_client_auth':
    case 'no_non_repudiation':
    case 'authentication_certificate':
    case 'no_ocsp_address':
    case 'ocsp_host_not_allowed':
    case 'ocsp_signer_not_authorised':
    case 'ocsp_nonce_differs':
    case 'ocsp_for_another_certificate':
    case 'ocsp_stale':
    case 'unknown_to_ocsp':
      return 'certificate_untrusted';
    case 'revoked':
      return 'certificate_revoked';
    case 'no_level_in_certificate':
    case 'stated_level_lower':
    case 'below_asked_level':
      return 'level_too_low';
    case 'algorithm_not_asked':
    case 'key_does_not_fit':
    case 'signature_invalid':
      return 'bad_signature';
    case 'other_civil_id':
    case 'other_name':
    case 'other_national_id':
      return 'wrong_person';
    case 'other_flow':
    case 'other_callback':
      return 'wrong_flow';
    case 'return_wrong':
      return 'wrong_return';
  }
}

/** eid-protocol, Polling: the end results other than OK; an unknown one is a failure, never a success. */
export function refusalOfEndResult(endResult: string): EidRefusal {
  if (endResult.startsWith('USER_REFUSED')) return 'user_refused';
  if (endResult === 'WRONG_VC') return 'wrong_code';
  if (endResult === 'WRONG_PIN') return 'wrong_pin';
  if (endResult === 'DOCUMENT_UNUSABLE') return 'document_unusable';
  return 'protocol_failure';
}
