import { readFileSync } from 'node:fs';
import { buildSchema, GraphQLError, graphqlSync, type OperationDefinitionNode, parse } from 'graphql';

/** GitHub's own definitions of what the fake serves, as scripts/graphql-slice.mjs cuts them out. */
const schema = buildSchema(readFileSync(new URL('./graphql-slice.graphql', import.meta.url), 'utf8'));

const SIGNATURE = { __typename: 'GpgSignature', isValid: true };

/** What a resolver may answer: plain data of the schema's shape. */
export type Resolvers = Readonly<Record<string, (args: never) => unknown>>;

/** An error as GitHub answers it, with status 200. */
export function refusal(type: string, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { type } });
}

export const signature = SIGNATURE;

/** `graphql/createCommitOnBranch`, or `graphql/query` for every question; null for what is no document. */
export function operationName(query: unknown): string | null {
  if (typeof query !== 'string') return null;
  try {
    const [first] = parse(query).definitions as readonly OperationDefinitionNode[];
    const field = first?.selectionSet.selections[0];
    if (first?.operation === 'query') return 'graphql/query';
    return field?.kind === 'Field' ? `graphql/${field.name.value}` : null;
  } catch {
    return null;
  }
}

export interface GraphqlAnswer {
  readonly body: unknown;
  /** What of document and variables does not fit GitHub's schema. */
  readonly faults: readonly string[];
}

/** Validates a document and its variables against the schema and carries it out. */
export function execute(
  { query, variables }: { readonly query: string; readonly variables: Record<string, unknown> },
  rootValue: Resolvers,
): GraphqlAnswer {
  const { data, errors = [] } = graphqlSync({ schema, source: query, variableValues: variables, rootValue });
  const faults = errors.filter(({ extensions }) => extensions.type === undefined);
  const told = errors.map(({ message, path, locations, extensions }) => ({
    ...(extensions.type === undefined ? {} : { type: extensions.type }),
    ...{ path, locations, message },
  }));
  return {
    body: errors.length === 0 ? { data } : { data: data ?? null, errors: told },
    faults: faults.map(({ message }) => message),
  };
}
