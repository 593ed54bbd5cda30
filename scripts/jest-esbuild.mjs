// Jest transformer: strips types with esbuild; nothing is type-checked here (npm run typecheck does that).
import { createHash } from 'node:crypto';
import { transformSync, version } from 'esbuild';

const transform = (source, file) => {
  const { code, map } = transformSync(source, {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: file,
    sourcemap: 'external',
  });
  return { code, map };
};

export default {
  canInstrument: false,
  getCacheKey: (source, file) => createHash('sha256').update(`${version}${file}\0${source}`).digest('hex'),
  process: transform,
  processAsync: async (source, file) => transform(source, file),
};
