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
  /** The server's schema of this body: a constant of api/generated/bodies.ts. */
  schema: BodySchema;
  /** In the order of the page; the error summary has the same order. */
  initial: Values;
  /** Converts the values to the body: trimmed, without empty optional fields. Its paths are the field names. */
  toBody(values: Values): Body;
  /** Replaces the common error text of a field: says what a correct value looks like. */
  hints?: Partial<Record<string, string>>;
  /** Returns error texts by field for rules that no schema expresses, such as two fields that depend on each other. */
  check?(values: Values): Partial<Record<string, string>>;
  onSend(body: Body): void;
  /** Called when a value changes, except during a request: clears the outcome of the last attempt. */
  onChange?(): void;
  /** The failure of the last attempt; fields that the server names are marked. */
  error?: unknown;
  isPending?: boolean;
}

export interface BodyForm<Values extends object> extends UseFormReturnType<Values> {
  /** For `<form onSubmit noValidate>`. */
  send(event: FormEvent<HTMLFormElement>): void;
  /** The properties of the field's input: id, value, error text and maximum length. */
  field(name: FieldName<Values>): FieldProps;
  /** The error text of each field, for the error summary. */
  faults: Readonly<Record<string, string>>;
  /** True if a field shows the failure of the last attempt, or did until the person changed it. */
  hasFaults: boolean;
}

/** A field, or a path into it: `options.limits.burst`. */
type FieldName<Values> = (keyof Values & string) | `${keyof Values & string}.${string}`;

export interface FieldProps extends GetInputPropsReturnType {
  id: string;
  maxLength: number | undefined;
}

/**
 * Checks a form with the schema of its request before sending, and marks the fields that the server rejects. Inputs
 * take `{...form.field('name')}`; their id is the field name, so that the error summary can link to them. The first
 * invalid field takes the focus; an error summary, if there is one, takes it instead.
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
  // A new object on each render would move the focus to the error summary with each typed letter.
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
