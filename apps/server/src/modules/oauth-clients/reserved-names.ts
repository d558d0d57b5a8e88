import type { Reader, Tx } from '../../kernel/db/database.ts';
import { fail } from '../../kernel/http/errors.ts';
import { isReservedName } from '../../kernel/look-alike.ts';
import { listAuthorityNames } from '../authorities/index.ts';
import { errors } from './errors.ts';

/**
 * Names that an application may not have. An administrator registers the application of an authority, which then has
 * the name of that authority; nobody has the name of the platform.
 */
export async function listReservedNames(
  db: Reader | Tx,
  platformName: string,
  isAdministrator: boolean,
): Promise<readonly string[]> {
  return isAdministrator ? [platformName] : [platformName, ...(await listAuthorityNames(db))];
}

/** People read the name on their phone and on the consent page, and must not take it for a public body. */
export const isFreeName = (name: string, reserved: readonly string[]): boolean =>
  /[\p{L}\p{N}]/u.test(name) && !reserved.some((one) => isReservedName(name, one));

export function checkName(name: string, reserved: readonly string[]): void {
  if (!isFreeName(name, reserved)) fail(errors.reserved_name, { data: { field: 'name' } });
}
