/**
 * What GitHub refuses of a push: a protected branch, and a workflow file without the permission for it. The bridge
 * passes both in the environment, and puts the reasons, a line for each ref, into the answer.
 */
export const UPDATE_HOOK = `#!/bin/sh
ref=$1
new=$3
case " $FAKE_PROTECTED_REFS " in
  *" $ref "*)
    echo "error: GH006: Protected branch update failed for $ref." >&2
    echo "$ref protected branch hook declined" >> "$FAKE_REASONS"
    exit 1
    ;;
esac
case "$new" in *[!0]*) ;; *) exit 0 ;; esac
[ "$FAKE_MAY_CHANGE_WORKFLOWS" = 1 ] && exit 0
file=$(git log --format= --name-only "$new" --not --all -- .github/workflows | head -n 1)
[ -z "$file" ] && exit 0
echo "$ref refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >> "$FAKE_REASONS"
exit 1
`;
