export { createSocialAdapter, type SocialAdapterOptions } from './adapter.ts';
