/**
 * The form of a public service (docs/guides/forms.md). The registry checks a form before it is stored, so the rules
 * trust its shape; answers are never trusted.
 */

export interface Text {
  readonly mn: string;
  readonly en: string;
}
export type Language = keyof Text;

export interface Condition {
  readonly field: string;
  readonly is: readonly (string | boolean)[];
}

/** One question, a list, or a group of questions: the form itself and each entry of a list are groups. */
export interface FieldSchema {
  readonly type?: string;
  readonly 'x-title'?: Text;
  readonly enum?: readonly unknown[];
  readonly 'x-labels'?: Readonly<Record<string, Text>>;
  readonly 'x-unit'?: Text;
  readonly 'x-entry-title'?: Text;
  readonly const?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly 'x-pattern-help'?: Text;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly 'x-earliest'?: string;
  readonly 'x-latest'?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly 'x-order'?: readonly string[];
  readonly 'x-when'?: Condition;
  readonly 'x-required'?: boolean;
  /** What the platform knows of the applicant. */
  readonly 'x-prefill'?: string;
  /** Of a date: the question of the same group whose register number holds the same birth date. */
  readonly 'x-birth-of'?: string;
  /** Of a choice between offices: where each is. */
  readonly 'x-places'?: Readonly<Record<string, Place>>;
}

export interface Place {
  readonly address: Text;
  readonly hours?: Text;
}

export interface ThingToBring {
  readonly 'x-title': Text;
  readonly 'x-when'?: Condition;
}

/** How a result is handed over: the question that names the office, and what a person brings. */
export interface Collecting {
  readonly office?: string;
  readonly bring?: readonly ThingToBring[];
  /** Calendar days after the decision until the result is there, such as the time to print a card. */
  readonly ready_days?: number;
}

/** A place for one paper; it may consist of several files, such as photographed pages. */
export interface PaperSlot {
  readonly key: string;
  readonly 'x-title': Text;
  readonly 'x-help'?: Text;
  readonly accepts?: readonly string[];
  readonly required: boolean;
  readonly 'x-when'?: Condition;
  /** Code of the evidence that an agency can give instead of the paper. */
  readonly evidence?: string;
}

/** A group of questions, which the portal asks on one page. */
export interface Section {
  readonly 'x-title'?: Text;
  readonly 'x-help'?: Text;
  readonly fields: readonly string[];
  /** Hides the whole group; names a question of an earlier group. */
  readonly 'x-when'?: Condition;
}

export interface FormSchema<Slot extends PaperSlot = PaperSlot> extends FieldSchema {
  readonly 'x-sections'?: readonly Section[];
  readonly 'x-papers'?: readonly Slot[];
  readonly 'x-collect'?: Collecting;
}

/** Answers by field name. */
export type Answers = Readonly<Record<string, unknown>>;
