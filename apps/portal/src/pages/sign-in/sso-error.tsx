import { useSsoError } from '../../features/eid-sign-in/use-sso-error.ts';

export function SsoError({ code }: { code: string }) {
  return useSsoError()(code);
}
