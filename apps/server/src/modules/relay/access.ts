import { permission } from '../../kernel/http/access.ts';

export const view = permission('relay.view');
export const manage = permission('relay.manage');
/** Why rows of the relay use the system identity. */
export const asSystem = 'rows of the relay belong to the platform; the permission decides';
