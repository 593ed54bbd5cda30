const PLACEHOLDERS = ['fingerprint', 'id', 'run'] as const;

/** What is wrong with a branch template, or null. */
export function branchTemplateFault(template: string): string | null {
  for (const [whole, name] of template.matchAll(/\{([^}]*)\}?/g)) {
    if (!(PLACEHOLDERS as readonly (string | undefined)[]).includes(name) || !whole.endsWith('}')) {
      return `unknown placeholder ${whole}; use {${PLACEHOLDERS.join('}, {')}}`;
    }
  }
  return null;
}
