export { createPkiHttp, hostWithPort, type PkiAnswer, type PkiCall, type PkiHttp } from './http.ts';
