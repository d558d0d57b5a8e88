export { type Breaker, createEidRecords, type EidRecordsOptions } from './adapter.ts';
