import { defineErrors } from '../../kernel/http/errors.ts';

export const errors = defineErrors({});
