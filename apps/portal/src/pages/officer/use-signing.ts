import { beginSigning } from '../../api/officer.ts';
import { usePhoneSignature } from '../../features/signing/use-phone-signature.ts';
import { type DecidingOrder, type Order, readDecision } from './use-case-actions.ts';

/** The officer signs a decision; then it is given. */
export const useSigning = (onSigned: (order: Order) => void) =>
  usePhoneSignature((order: DecidingOrder) => beginSigning(order.id, readDecision(order)), onSigned);
