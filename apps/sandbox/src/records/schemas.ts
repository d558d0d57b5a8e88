const text = (minLength: number, maxLength: number) => ({ type: 'string', minLength, maxLength });

export const linkBody = {
  type: 'object',
  additionalProperties: false,
  required: ['orgRegister', 'orgName', 'affiliates'],
  properties: {
    orgRegister: text(4, 16),
    orgName: text(1, 300),
    orgNameEn: text(1, 300),
    affiliates: {
      type: 'array',
      maxItems: 200,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['regNo', 'kind'],
        properties: {
          regNo: text(1, 20),
          role: text(1, 100),
          kind: { enum: ['CEO', 'FOUNDER', 'STAKEHOLDER'] },
        },
      },
    },
  },
};

export const signerBody = {
  type: 'object',
  additionalProperties: false,
  required: ['signer'],
  properties: { signer: text(1, 32), role: text(1, 100) },
};

export const nameLatinBody = {
  type: 'object',
  additionalProperties: false,
  required: ['nameLatin'],
  properties: { nameLatin: text(0, 200) },
};

export const bySigner = {
  type: 'object',
  additionalProperties: false,
  required: ['signer'],
  properties: { signer: text(1, 32) },
};

export const grantBody = {
  type: 'object',
  additionalProperties: false,
  required: ['granted'],
  properties: { granted: { type: 'boolean' } },
};
