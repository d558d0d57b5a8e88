import { type GetInputPropsReturnType, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useRef } from 'react';
import type { BodySchema } from '../../api/body-schema.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import { checkBody, type Fault } from './check-body.ts';
import { readFaults } from './read-faults.ts';

interface BodyFormOptions<Values extends object, Body> {
  /** The schema that the server checks this body with: a constant of api/generated/bodies.ts. */
  schema: BodySchema;
  initial: Values;
  /** The body of these values: trimmed, without what was left empty. Its paths are the names of the fields. */
  toBody(values: Values): Body;
  /** Words for a field where the common ones do not help: what a correct value looks like. */
  hints?: Partial<Record<string, string>>;
  /** Rules that no schema can say, such as two fields that depend on each other: the words of each wrong field. */
  check?(values: Values): Partial<Record<string, string>>;
  onSend(body: Body): void;
  /** The failure of the last attempt: fields that the server names are marked. */
  error?: unknown;
  isPending?: boolean;
}

export interface BodyForm<Values extends object> extends UseFormReturnType<Values> {
  /** For `<form onSubmit noValidate>`. */
  send(event: FormEvent<HTMLFormElement>): void;
  /** The properties of an input by its field: id, value, words and the longest text that the server takes. */
  field(name: keyof Values & string): FieldProps;
  /** The words of each wrong field, for the error summary. */
  faults: Readonly<Record<string, string>>;
  /** Whether a field is marked: the failure of the request is then told there. */
  hasFaults: boolean;
}

interface FieldProps extends GetInputPropsReturnType {
  id: string;
  maxLength: number | undefined;
}

/**
 * A form that is checked by the schema of its request, before it is sent and by the server's own answer. Inputs take
 * `{...form.field('name')}`; their id is the name of the field, so that the error summary can lead to them.
 */
export function useBodyForm<Values extends object, Body>(
  options: BodyFormOptions<Values, Body>,
): BodyForm<Values> {
  const { fault: words } = usePageWords(uiWords);
  const { schema, toBody, hints = {}, check, onSend, error, isPending = false } = options;
  const form = useForm<Values>({
    initialValues: options.initial,
    validate: (values) => ({
      ...Object.fromEntries(
        checkBody(schema, toBody(values)).map((fault) => [
          fault.path,
          nameFault(fault, hints[fault.path], words),
        ]),
      ),
      ...check?.(values),
    }),
  });
  const { setErrors } = form;
  const reported = useRef<unknown>(undefined);
  useEffect(() => {
    if (error === reported.current) return;
    reported.current = error;
    const faults = readFaults(error);
    if (Object.keys(faults).length > 0) setErrors(faults);
  }, [error, setErrors]);
  const send = form.onSubmit((values) => {
    if (!isPending) onSend(toBody(values));
  });
  const faults = Object.fromEntries(Object.entries(form.errors).map(([path, text]) => [path, String(text)]));
  const field = (name: keyof Values & string): FieldProps => ({
    id: name,
    maxLength: schema.properties?.[name]?.maxLength,
    ...form.getInputProps(name),
  });
  return { ...form, send, field, faults, hasFaults: Object.keys(faults).length > 0 };
}

type FaultWords = (typeof uiWords)['mn']['fault'];

function nameFault({ kind, limit }: Fault, hint: string | undefined, words: FaultWords): string {
  if (kind === 'required') return words.required;
  if (hint !== undefined) return hint;
  if (kind === 'email' || kind === 'date' || kind === 'other' || limit === undefined)
    return kind === 'email' || kind === 'date' ? words[kind] : words.other;
  return words[kind](limit);
}
