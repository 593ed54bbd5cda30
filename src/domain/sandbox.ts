/** How the commands of the gate can be shut in, in the order in which `auto` tries them. */
export const SANDBOX_KINDS = ['docker', 'bwrap', 'user'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What a person asks for: the first that holds, one of them and no other, or none. */
export const SANDBOX_WISHES = ['auto', ...SANDBOX_KINDS, 'none'] as const;
export type SandboxWish = (typeof SANDBOX_WISHES)[number];
