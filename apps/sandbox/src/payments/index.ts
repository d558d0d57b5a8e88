export { type PaymentsOptions, registerPayments } from './register.ts';
