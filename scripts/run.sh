#!/bin/sh
# Runs a script under a Node that is new enough: `run.sh SCRIPT ARGUMENTS`, in the root of the clone.
# Node replaces this shell, so that signals and the exit code are its own.
node=node
# Only the version, which takes a third of the time that a script would.
case $(node --version) in
  v24.1[6-9].* | v24.[2-9][0-9].* | v2[5-9].* | v[3-9][0-9].*) ;;
  *)
    node=$(node scripts/find-node.mjs) || exit
    # For what calls plain `node` or `npm`.
    PATH=${node%/*}:$PATH
    export PATH
    ;;
esac
if [ "$1" = scripts/start.mjs ]; then
  # glibc returns freed memory sooner, and its threads share one heap: about 20 MB less after a flood
  # each, and memory that does not grow.
  export MALLOC_TRIM_THRESHOLD_=524288 MALLOC_ARENA_MAX=1
fi
exec "$node" "$@"
