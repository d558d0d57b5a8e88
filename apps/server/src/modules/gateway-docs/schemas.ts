import { listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const maxDocumentBytes = 1024 * 1024;

export const DocumentBody = strict({
  document: Type.String({
    minLength: 2,
    maxLength: maxDocumentBytes,
    description: 'The text of an OpenAPI 3.0 or 3.1 document in JSON, at most 1 MiB',
  }),
});

const DocumentFacts = Type.Object({
  title: Type.String(),
  version: Type.String(),
  operations: Type.Integer(),
  uploaded_at: Timestamp,
});
export const DocumentState = Type.Object({ document: Type.Union([DocumentFacts, Type.Null()]) });
export type DocumentState = Static<typeof DocumentState>;

const Parameter = Type.Object({
  name: Type.String(),
  in: oneOf('path', 'query', 'header'),
  type: Type.String(),
  required: Type.Boolean(),
  description: Type.String(),
  example: Type.String(),
});
export type Parameter = Static<typeof Parameter>;

/** A field of a body at any depth, by its path: `address.city`, `items[].name`. */
const BodyField = Type.Object({
  name: Type.String(),
  type: Type.String(),
  required: Type.Boolean(),
  description: Type.String(),
});
export type BodyField = Static<typeof BodyField>;

const OperationBody = Type.Object({
  media_type: Type.String(),
  required: Type.Boolean(),
  fields: Type.Array(BodyField),
  /** There are more fields, or deeper ones, than are listed. */
  is_cut: Type.Boolean(),
  example: Type.String(),
});
export type OperationBody = Static<typeof OperationBody>;

export const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const;

const Operation = Type.Object({
  /** Unique within the service; serves as an anchor. */
  id: Type.String(),
  method: oneOf(...methods),
  path: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  deprecated: Type.Boolean(),
  parameters: Type.Array(Parameter),
  body: Type.Union([OperationBody, Type.Null()]),
  answers: Type.Array(Type.Object({ status: Type.String(), description: Type.String() })),
});
export type Operation = Static<typeof Operation>;

const ServiceFacts = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'The service is reached at /gw/ and this name' }),
  scope: Type.String(),
  title: Type.String(),
  description: Type.String(),
  documented: Type.Boolean(),
});
export type ServiceFacts = Static<typeof ServiceFacts>;
export const ServiceList = listOf(ServiceFacts);

export const ServiceDocs = Type.Object({
  ...ServiceFacts.properties,
  version: Type.String(),
  operations: Type.Array(Operation),
});
export type ServiceDocs = Static<typeof ServiceDocs>;

/** Names in the OpenAPI document. */
export const names = {
  GatewayDocumentBody: DocumentBody,
  GatewayDocumentFacts: DocumentFacts,
  GatewayDocumentState: DocumentState,
  GatewayServiceFacts: ServiceFacts,
  GatewayServiceDocs: ServiceDocs,
  GatewayOperation: Operation,
  GatewayOperationBody: OperationBody,
  GatewayBodyField: BodyField,
  GatewayParameter: Parameter,
};
