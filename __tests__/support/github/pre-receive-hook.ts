/**
 * What GitHub refuses of a push, in its own words: a protected branch (GH006), a workflow file without the permission
 * for it. The bridge passes both in the environment.
 */
export const PRE_RECEIVE_HOOK = `#!/bin/sh
refused=0
while read -r old new ref; do
  case " $FAKE_PROTECTED_REFS " in
    *" $ref "*)
      echo "error: GH006: Protected branch update failed for $ref." >&2
      refused=1
      continue
      ;;
  esac
  case "$new" in *[!0]*) ;; *) continue ;; esac
  if [ "$FAKE_MAY_CHANGE_WORKFLOWS" != 1 ]; then
    file=$(git log --format= --name-only "$new" --not --all -- .github/workflows | head -n 1)
    if [ -n "$file" ]; then
      echo "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission" >&2
      refused=1
    fi
  fi
done
exit $refused
`;
