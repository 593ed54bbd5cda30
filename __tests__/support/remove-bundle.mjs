export { tearDown as default } from './build-bundle.mjs';
