export { absentRecords } from './absent.ts';
export { createEidRecords, type EidRecordsOptions } from './adapter.ts';
export { createUpstreamRecords } from './upstream-adapter.ts';
