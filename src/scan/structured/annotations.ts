import * as z from 'zod';
import { jsonPlace, looseNumber, looseText } from './json-place.js';
import { readPart } from './read-part.js';
import { type DocumentReader, diagnosticOf, readFirst, readingOf } from './structured-format.js';

/** GitHub's list of a check run's annotations (REST API, "List check run annotations"). */
const annotationSchema = z.object({
  path: z.string(),
  start_line: looseNumber,
  start_column: looseNumber,
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  title: looseText,
  message: z.string(),
});
const documentSchema = z.array(annotationSchema).min(1);
const SEVERITIES = { notice: 'note', warning: 'warning', failure: 'error' } as const;

type Annotation = z.infer<typeof annotationSchema>;

export const readAnnotations: DocumentReader = ({ value, lineCount }) => {
  const document = documentSchema.safeParse(value);
  if (!document.success) return null;
  const isRunners = ({ path }: Annotation): boolean => path === '.github';
  const parts = readFirst(
    document.data.filter((annotation) => !isRunners(annotation)),
    ({ path, start_line, start_column, annotation_level, title, message }) => {
      const diagnostic = diagnosticOf({
        tool: 'github',
        category: 'lint',
        severity: SEVERITIES[annotation_level],
        message,
        code: /\(([\w/-]+)\)/.exec(title ?? '')?.[1] ?? null,
        places: [jsonPlace(path, start_line, start_column)],
        logEndLine: lineCount,
      });
      return { diagnostics: [diagnostic] };
    },
  );
  // What the runner says of the job as a whole is what it prints as the step's error.
  const words = document.data
    .filter((annotation) => isRunners(annotation) && annotation.annotation_level === 'failure')
    .map(({ message }) => `##[error]${message.split('\n').join(' ')}`);
  const runner = readPart({ lines: words, numbers: [1] });
  return readingOf([...parts, { clues: runner.clues }]);
};
