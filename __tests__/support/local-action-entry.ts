// GitHub's local harness starts the export `run` of a source file.
export { action as run } from '../../src/main/action.js';
