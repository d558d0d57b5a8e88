export { createPaymentProvider, type PaymentProviderOptions } from './adapter.ts';
