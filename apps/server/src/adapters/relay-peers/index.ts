export { createPeers } from './peers.ts';
