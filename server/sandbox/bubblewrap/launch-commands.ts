import type { BoundPath } from './bubblewrap-arguments.ts'

/*
 * What happens between this process and `bwrap`, as shell programs whose values are all arguments. Each waits for a line
 * first, so that we can put it into its control groups before it has done anything, and ends when the line does not come.
 * Every step replaces the one before (exec): `bwrap` is our direct child. None of them is told to die with this process, since
 * a `bwrap` that is killed before its first process is there leaves that waiting for ever: each goes on to its end, and the
 * first process ends the box as soon as it finds its standard input closed.
 */

const wait = 'IFS= read -r _ || exit 1'

/** An ordinary user: `bwrap` runs as we do, on processors of its own where that was asked. */
export function asOurselves(bwrap: string, args: readonly string[], processors: string | null): string[] {
  const command = processors === null ? [bwrap, ...args] : ['taskset', '--cpu-list', processors, bwrap, ...args]
  return ['-c', `${wait}; exec "$@"`, 'box', ...command]
}

/** A file that becomes the output folder's file system. */
export interface OutputImage {
  readonly path: string
  readonly bytes: number
  readonly inodes: number
}

export interface DedicatedUser {
  readonly uid: number
  readonly bound: readonly BoundPath[]
  readonly image: OutputImage | null
}

/** Where `bwrap` finds things when root has made them reachable for the box's user. */
export const stage = '/run'
export const stagedOutput = `${stage}/output`

/**
 * A file system that ends with its box has nothing to save: without these, one that is filled and emptied again and again
 * makes the kernel write gigabytes to the disk, in threads of its own that no limit of the box concerns.
 */
const lazily = 'noatime,lazytime,nodelalloc,noauto_da_alloc'

/**
 * Root: in a mount namespace of its own, everything that the box sees is put where a user without rights can reach it
 * (its real folders may be closed to others), the output's file system is made, and then root becomes the box's user for
 * good. When the box ends, or this process is killed, the kernel removes the mounts, and with them the image without a name.
 */
export function asDedicatedUser(bwrap: string, argsOf: (bound: BoundPath[]) => string[], user: DedicatedUser): string[] {
  const staged = user.bound.map(({ path, source }, index) => ({ path, source, staged: `${stage}/${index}` }))
  const inside = `
set -eu
uid=$1 image=$2 kib=$3 inodes=$4
shift 4
mount -t tmpfs -o mode=0711,size=1m,nosuid,nodev,noexec box ${stage}
while [ "$1" != -- ]; do
  if [ -d "$2" ]; then mkdir "$1"; else : > "$1"; fi
  mount --bind "$2" "$1"
  shift 2
done
shift
if [ -n "$image" ]; then
  mke2fs -q -F -t ext4 -m 0 -b 4096 -N "$inodes" -O ^has_journal,^resize_inode -E "root_owner=$uid:$uid,nodiscard" "$image" "\${kib}k" > /dev/null
  mkdir ${stagedOutput}
  mount -o loop,nosuid,nodev,noexec,${lazily} "$image" ${stagedOutput}
  rm "$image"
  rmdir ${stagedOutput}/lost+found
fi
exec setpriv --reuid "$uid" --regid "$uid" --clear-groups --inh-caps=-all --no-new-privs -- "$@"`
  return [
    ['-c', `${wait}; exec unshare --mount --propagation private -- /bin/sh -c "$@"`, 'box', inside, 'box'],
    [
      String(user.uid),
      user.image?.path ?? '',
      String(Math.ceil((user.image?.bytes ?? 0) / 1024)),
      String(user.image?.inodes ?? 0),
    ],
    staged.flatMap(({ staged: place, source }) => [place, source]),
    '--',
    bwrap,
    argsOf(staged.map(({ path, staged: place }) => ({ path, source: place }))),
  ].flat()
}
