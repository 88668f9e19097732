// The scripts of the second engine: what bubblewrap does in C, in bash and util-linux. They know no path by
// themselves: all come as arguments or in a mount table, so nothing in a name is read as anything else.

/** Descriptors of the scripts, in the order they are handed on from 3. */
export const INFO_DESCRIPTOR = 3
export const FILTER_DESCRIPTOR = 4

/** What cannot be done here is said on the first descriptor in these words. */
export const UNSEALED = 'unsealed'
export const NO_LOOPBACK = 'no-loopback'

/** @param kept - as a pattern. Whoever started us may have left descriptors open, and they lead past all mounts. */
function closingBut(kept: string): string {
	return `for descriptor in /proc/self/fd/*; do
	descriptor=\${descriptor##*/}
	case $descriptor in [012]|${kept}) ;; *) exec {descriptor}>&- ;; esac
done`
}

/**
 * Runs as the first process of the new namespaces, with every capability in them. The command's own process is made
 * early and waits: it gets a user namespace in which nothing made here can be unmade, and that takes the old `/proc`,
 * because the new one cannot be written. Then come the mounts, the old root goes away, and this waits to tell how the
 * command ended, and for whoever it left behind.
 *
 * Lists among the arguments have their length in front.
 */
export const OUTER_SCRIPT = `
fail() { printf 'keelson: the sandbox could not be made: %s\\n' "$1" >&2; exit 125; }
base=$1 rootFlags=$2 ownFlags=$3 tasks=$4 loopback=$5 mount=$6 umount=$7 pivot_root=$8 mkdir=$9; shift 9
root=$base/root
folders=("\${@:2:$1}"); shift $((1 + $1))
files=("\${@:2:$1}"); shift $((1 + $1))
places=("\${@:2:$1}"); shift $((1 + $1))
mounts=("\${@:2:$1}"); shift $((1 + $1))
make() {
	while (($# > 0)); do
		if [[ $1 = table ]]; then
			"$mount" -n -i -a -T "$2" || fail 'the mounts'
			shift 2
			continue
		fi
		hidden=
		[[ $1 = hidden ]] && hidden=$2 && shift 2
		if [[ -z $hidden || -e $hidden ]]; then
			"$mount" -n -i "\${@:2:$1}" || [[ -n $hidden && ! -e $hidden ]] || fail 'a mount'
		fi
		shift $((1 + $1))
	done
}
cd / || fail 'there is no root folder'
${closingBut(`${INFO_DESCRIPTOR}|${FILTER_DESCRIPTOR}`)}
read -r self _ < /proc/self/stat
printf '{ "child-pid": %s }\\n' "$self" >&${INFO_DESCRIPTOR}
{ echo 1 > /proc/sys/user/max_user_namespaces; } 2> /dev/null || echo ${UNSEALED} >&${INFO_DESCRIPTOR}
if ((tasks > 0)); then { echo "$tasks" > /proc/sys/kernel/pid_max; } 2> /dev/null; fi
exec 7<> <(:) 8<> <(:)
# Its own group: what runs in the background of a shell without job control ignores SIGINT for good.
set -m
"$@" ${INFO_DESCRIPTOR}>&- &
command=$!
set +m
trap 'exit 143' TERM INT HUP
{ exec ${FILTER_DESCRIPTOR}>&-; } 2> /dev/null
case $loopback in
	'') echo ${NO_LOOPBACK} >&${INFO_DESCRIPTOR} ;;
	none) ;;
	*/ifconfig) "$loopback" lo up || echo ${NO_LOOPBACK} >&${INFO_DESCRIPTOR} ;;
	*) "$loopback" link set lo up || echo ${NO_LOOPBACK} >&${INFO_DESCRIPTOR} ;;
esac
exec ${INFO_DESCRIPTOR}>&-
"$mount" -n -i --rbind / "$root" || fail 'the root folder'
"$mount" -n -i -o "remount,bind,ro$rootFlags" "$root" || fail 'a read-only root folder'
"$mount" -n -i --bind "$base/run" "$root/run" || fail '/run'
# Who is caught in the change of the root folder counts as having one of its own, and may make no namespace.
until read -r -t 0.1 -u 8; do kill -0 "$command" 2> /dev/null || fail 'a user namespace for the command'; done
cd "$root" && "$pivot_root" . run/old || fail 'the change of the root folder'
cd / || fail 'the new root folder'
make "\${places[@]}"
for path in "\${folders[@]}"; do [[ -d $path ]] || "$mkdir" -p -- "$path" || fail "$path"; done
for path in "\${files[@]}"; do
	[[ -e $path ]] && continue
	[[ -d \${path%/*} ]] || "$mkdir" -p -- "\${path%/*}" || fail "$path"
	: >> "$path" || fail "$path"
done
make "\${mounts[@]}"
"$umount" -n -i -l /run/old || fail 'leaving the old root folder'
"$mount" -n -i -o "remount,bind,ro$ownFlags" /run || fail 'a read-only /run'
echo >&7
exec 7>&- 8>&- < /dev/null > /dev/null 2>&1
wait "$command"
exit $?
`

/**
 * Runs in the command's own user namespace. The arguments are the one descriptor that stays open, the working folder
 * and what to go on as.
 */
export function innerScript(lines: string): string {
	return `
echo >&8
read -r -u 7
${closingBut('$1')}
${lines}
cd -- "$2" || exit 125
shift 2
exec "$@"
`
}

/** Sets the filter that is read from a descriptor, and goes on as the command. Arguments: number of \`prctl\`, descriptor. */
export const PERL_FILTER = `
my ($prctl, $from) = splice(@ARGV, 0, 2);
open(my $file, '<&=', $from) or die "keelson: no filter: $!\\n";
binmode($file);
my $program = do { local $/; <$file> };
close($file);
syscall($prctl, 22, 2, pack('S x6 P', length($program) / 8, $program)) == 0 or die "keelson: no filter: $!\\n";
exec { $ARGV[0] } @ARGV or die "keelson: $ARGV[0]: $!\\n";
`
