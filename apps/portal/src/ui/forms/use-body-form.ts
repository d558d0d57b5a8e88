import { type GetInputPropsReturnType, type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useLayoutEffect, useMemo } from 'react';
import type { BodySchema } from '../../api/body-schema.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import { checkBody } from './check-body.ts';
import { focusInput } from './find-nearest.ts';
import { nameFaults, rootOf } from './name-faults.ts';
import { readFaults } from './read-faults.ts';

interface BodyFormOptions<Values extends object, Body> {
  /** The schema that the server checks this body with: a constant of api/generated/bodies.ts. */
  schema: BodySchema;
  /** In the order of the page, which is also the order of the error summary. */
  initial: Values;
  /** The body of these values: trimmed, without what was left empty. Its paths are the names of the fields. */
  toBody(values: Values): Body;
  /** Words for a field where the common ones do not help: what a correct value looks like. */
  hints?: Partial<Record<string, string>>;
  /** Rules that no schema can say, such as two fields that depend on each other: the words of each wrong field. */
  check?(values: Values): Partial<Record<string, string>>;
  onSend(body: Body): void;
  /** Called when a value changes, except while the request is under way: withdraws the outcome of the last attempt. */
  onChange?(): void;
  /** The failure of the last attempt: fields that the server names are marked. */
  error?: unknown;
  isPending?: boolean;
}

export interface BodyForm<Values extends object> extends UseFormReturnType<Values> {
  /** For `<form onSubmit noValidate>`. */
  send(event: FormEvent<HTMLFormElement>): void;
  /** The properties of an input by its field: id, value, words and the longest text that the server takes. */
  field(name: FieldName<Values>): FieldProps;
  /** The words of each wrong field, for the error summary. */
  faults: Readonly<Record<string, string>>;
  /** Whether the failure of the last attempt is told at a field, or was until the field was changed. */
  hasFaults: boolean;
}

/** A value, or a path into it: `options.limits.burst`. */
type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;

export interface FieldProps extends GetInputPropsReturnType {
  id: string;
  maxLength: number | undefined;
}

/**
 * A form that is checked by the schema of its request, before it is sent and by the server's own answer. Inputs take
 * `{...form.field('name')}`; their id is the name of the field, so that the error summary can lead to them. The first
 * wrong field takes the focus; an error summary takes it from there.
 */
export function useBodyForm<Values extends object, Body>(
  options: BodyFormOptions<Values, Body>,
): BodyForm<Values> {
  const { fault: words } = usePageWords(uiWords);
  const { schema, toBody, hints, check, onSend, onChange, error, isPending = false } = options;
  const form = useForm<Values>({
    initialValues: options.initial,
    onValuesChange: () => {
      if (!isPending) onChange?.();
    },
    validate: (values) => {
      const found = nameFaults(checkBody(schema, toBody(values)), words, hints);
      const names = Object.keys(values);
      const place = ([path]: [string, unknown]) => names.indexOf(rootOf(path));
      const faults = Object.entries({ ...found, ...check?.(values) });
      return Object.fromEntries(faults.sort((one, other) => place(one) - place(other)));
    },
  });
  const { errors, setErrors } = form;
  const refused = useMemo(() => readFaults(error), [error]);
  useLayoutEffect(() => {
    if (Object.keys(refused).length === 0) return;
    setErrors(refused);
    focusFirst(refused);
  }, [refused, setErrors]);
  const send = form.onSubmit((values) => {
    if (!isPending) onSend(toBody(values));
  }, focusFirst);
  // The same object while nothing changes, or the error summary takes the focus with each letter.
  const faults = useMemo(
    () => Object.fromEntries(Object.entries(errors).map(([path, text]) => [path, String(text)])),
    [errors],
  );
  const field = (name: FieldName<Values>): FieldProps => {
    const props = form.getInputProps(name);
    const isFlag = typeof props.value === 'boolean';
    return {
      id: name,
      maxLength: findMaxLength(schema, name),
      ...(isFlag ? form.getInputProps(name, { type: 'checkbox' }) : props),
      error: faults[name] ?? Object.entries(faults).find(([path]) => path.startsWith(`${name}.`))?.[1],
    };
  };
  const hasFaults = Object.keys({ ...faults, ...refused }).some((path) => rootOf(path) in form.values);
  return { ...form, send, field, faults, hasFaults };
}

const focusFirst = (faults: object) => focusInput(Object.keys(faults)[0] ?? '');

function findMaxLength(schema: BodySchema, path: string): number | undefined {
  const found = path
    .split('.')
    .reduce<BodySchema | undefined>((at, name) => at?.properties?.[name] ?? at?.items, schema);
  return found?.maxLength ?? found?.anyOf?.[0]?.maxLength;
}
