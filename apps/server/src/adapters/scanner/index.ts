export { type ClamdOptions, createClamd } from './clamd.ts';
