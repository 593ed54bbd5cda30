/** Branches under this prefix are ours; their failures are never repaired. */
export const OWN_BRANCH_PREFIX = 'smart-fix/';
