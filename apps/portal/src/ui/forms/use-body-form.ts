import { type GetInputPropsReturnType, type UseFormReturnType, useForm } from '@mantine/form';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { BodySchema } from '../../api/body-schema.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { useLeaveWarning } from '../use-leave-warning.ts';
import { uiWords } from '../words.ts';
import { checkBody } from './check-body.ts';
import { focusInput } from './find-nearest.ts';
import { mergeValues, readNewer } from './merge-values.ts';
import { nameFaults, rootOf } from './name-faults.ts';
import { readFaults } from './read-faults.ts';
import { type Restored, useTypedEdits } from './use-typed.ts';

interface BodyFormOptions<Values extends object, Body, Loaded extends object> {
  /** The server's schema of this body: a constant of api/generated/bodies.ts. */
  schema: BodySchema;
  /** In the order of the page; the error summary has the same order. */
  initial: Values;
  /**
   * The record that the form changes; null for a new one. Its fields go along as they were loaded, so that the server
   * refuses to overwrite what another person saved since.
   */
  record?: Loaded | null;
  /** The values of a newer record; required with `record`. */
  open?(record: NoInfer<Loaded>): NoInfer<Values>;
  /**
   * Names the form and its record. What a person types is kept under it in this tab, comes back with the form, and is
   * forgotten once sent. Null for codes, secrets and forms that only choose.
   */
  keepAs: string | null;
  /** The request of `onSend` is not the last one, as before a signature on the phone: the page forgets the text. */
  isForgottenByPage?: boolean;
  /** Fields with a secret. */
  neverKept?: readonly (keyof Values & string)[];
  /** Converts the values to the body: trimmed, without empty optional fields. Its paths are the field names. */
  toBody(values: Values, record: NoInfer<Loaded> | null): Body;
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
  /** Not null after another person changed the record: the form shows their changes and one's own; for RestoredNote. */
  meanwhile: Meanwhile | null;
  /** Not null while the form shows what the person typed on an earlier visit; for RestoredNote. */
  restored: Restored | null;
  /** Shows the initial values again. */
  startOver(): void;
  /** The person cancelled, or sent it by a way that the form does not see. */
  forget(): void;
}

export interface Meanwhile {
  /** Fields of the record that the other person changed. */
  changed: readonly string[];
  /** Their text in fields that both changed. */
  theirs: Readonly<Record<string, string>>;
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
export function useBodyForm<Values extends object, Body, Loaded extends object = object>(
  options: BodyFormOptions<Values, Body, Loaded>,
): BodyForm<Values> {
  const { fault: words } = usePageWords(uiWords);
  const { schema, hints, check, onChange, error, isPending = false } = options;
  const client = useQueryClient();
  const typed = useTypedEdits(options.keepAs, options.initial, options.neverKept);
  const [restored, setRestored] = useState(typed.restored);
  const [isTyped, setIsTyped] = useState(restored !== null);
  // What this tab keeps goes with the tab.
  useLeaveWarning(isTyped);
  /** What the server has, or the untouched beginning. */
  const base = useRef(options.initial);
  /** Stays as it was when these values were read, though the page may load it again. */
  const loaded = useRef(options.record ?? null);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const toBody = (values: Values) => options.toBody(values, loaded.current);
  const onSend = (values: Values) =>
    options.onSend({ ...toBody(values), ...pickExpected(schema, loaded.current) });
  const form = useForm<Values>({
    initialValues: typed.start,
    onValuesChange: (values) => {
      setIsTyped(typed.keep(base.current, values));
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
  // During the first render, so that a restored form is already a changed one.
  useState(() => form.setInitialValues(options.initial));
  const { errors, setErrors } = form;
  const refused = useMemo(() => readFaults(error), [error]);
  useLayoutEffect(() => {
    if (Object.keys(refused).length === 0) return;
    setErrors(refused);
    focusFirst(refused);
  }, [refused, setErrors]);
  const met = useRef<unknown>(null);
  useEffect(() => {
    const newer = error === met.current ? null : readNewer(error);
    met.current = error;
    if (newer === null || loaded.current === null || options.open === undefined) return;
    loaded.current = { ...loaded.current, ...newer.current };
    const theirs = options.open(loaded.current);
    const merged = mergeValues(base.current, form.getValues(), theirs);
    base.current = theirs;
    form.setInitialValues(theirs);
    form.setValues(merged);
    setMeanwhile({ changed: newer.changed, theirs: findOverruled(newer.changed, merged, theirs) });
  });
  const forget = () => {
    setMeanwhile(null);
    base.current = form.getValues();
    typed.forget();
    setRestored(null);
    setIsTyped(false);
  };
  const finish = (saved: unknown) => {
    if (loaded.current !== null && typeof saved === 'object')
      loaded.current = { ...loaded.current, ...saved };
    forget();
  };
  const isSent = useRef(false);
  const send = form.onSubmit((values) => {
    if (isPending) return;
    if (options.isForgottenByPage) return onSend(values);
    isSent.current = true;
    onSuccessOf(client, () => onSend(values), finish);
  }, focusFirst);
  // For a request that starts later, such as after a question.
  const hasSucceeded = 'error' in options && !error;
  const wasPending = useRef(isPending);
  useEffect(() => {
    const isDone = isSent.current && wasPending.current && !isPending && hasSucceeded;
    wasPending.current = isPending;
    if (isDone) forget();
  });
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
  const startOver = () => {
    form.reset();
    forget();
  };
  return { ...form, send, field, faults, hasFaults, meanwhile, restored, startOver, forget };
}

/** Also after the form has left the page: its request may succeed later. */
function onSuccessOf(client: QueryClient, start: () => void, onSuccess: (data: unknown) => void): void {
  const cache = client.getMutationCache();
  const before = new Set(cache.getAll());
  start();
  const started = cache.getAll().find((mutation) => !before.has(mutation));
  if (started === undefined) return;
  const stop = cache.subscribe(({ mutation }) => {
    if (mutation !== started || started.state.status === 'pending') return;
    stop();
    if (started.state.status === 'success') onSuccess(started.state.data);
  });
}

/** The fields of the record that the request replaces, as they were loaded. */
function pickExpected(schema: BodySchema, record: object | null): object {
  if (record === null) return {};
  const known = Object.entries(record).filter(([name]) => name in (schema.properties ?? {}));
  return { expected: Object.fromEntries(known) };
}

function findOverruled(changed: readonly string[], mine: object, theirs: object): Record<string, string> {
  const own = mine as Record<string, unknown>;
  const other = theirs as Record<string, unknown>;
  return Object.fromEntries(
    changed.flatMap((name) => {
      const text = other[name];
      return typeof text === 'string' && text !== own[name] ? [[name, text]] : [];
    }),
  );
}

const focusFirst = (faults: object) => focusInput(Object.keys(faults)[0] ?? '');

function findMaxLength(schema: BodySchema, path: string): number | undefined {
  const found = path
    .split('.')
    .reduce<BodySchema | undefined>((at, name) => at?.properties?.[name] ?? at?.items, schema);
  return found?.maxLength ?? found?.anyOf?.[0]?.maxLength;
}
