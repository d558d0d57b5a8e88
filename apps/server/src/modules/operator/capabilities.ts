/**
 * What an operator may do. A role is a set of these, not a rung of a ladder. Listed are those that guard a row: what
 * the console cannot do yet is not promised.
 */
export const capabilities = [
  'tenant.read',
  'audit.read',
  'operator.read',
  'directory.read',
  'tenant.create',
] as const;
export type Capability = (typeof capabilities)[number];

export const operatorRoles = ['superadmin', 'operator', 'support', 'auditor'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

const reads = ['tenant.read', 'audit.read', 'operator.read'] as const;

export const capabilitiesOf: Readonly<Record<OperatorRole, readonly Capability[]>> = {
  superadmin: capabilities,
  operator: [...reads, 'directory.read', 'tenant.create'],
  support: ['tenant.read', 'audit.read', 'directory.read'],
  auditor: reads,
};
