// What commands try when they want more than they were given.

import { NOT_THERE, THERE } from '../support/sandbox-folder.ts'
import { SOAK_TIMES } from '../support/soak.ts'

/** How often a link turns round. */
const TURNS = SOAK_TIMES > 1 ? 100 : 25

/** Each must change something when nothing holds it; else it would prove nothing. */
export const WRITES: Readonly<Record<string, string>> = {
	...each(THERE, path => ({
		[`${path} by redirection`]: `echo evil > ${path}`,
		[`${path} by appending`]: `echo evil >> ${path}`,
		[`${path} by moving over it`]: `echo evil > new; mv -f new ${path}`,
		[`${path} by copying over it`]: `echo evil > new; cp -f --remove-destination new ${path}`,
		[`${path} by a hard link`]: `echo evil > new; ln -f new ${path}`,
		[`${path} by a link`]: `ln -sfn "$OUT/victim.txt" ${path}`,
		[`${path} by sed`]: `sed -i s/^/evil/ ${path}`,
		[`${path} by removing it`]: `rm -rf ${path}`,
	})),
	...each(NOT_THERE, path => ({
		[`${path}, not there yet, by redirection`]: `mkdir -p "$(dirname ${path})"; echo evil > ${path}`,
		[`${path}, not there yet, by moving`]: `mkdir -p "$(dirname ${path})" new; echo evil > new/x; mv -T new/x ${path}`,
		[`${path}, not there yet, by a link`]: `mkdir -p "$(dirname ${path})"; ln -s "$OUT/victim.txt" ${path}`,
	})),
	'git config': 'git config core.fsmonitor "touch /tmp/evil"',
	'git config of the work tree':
		'git config extensions.worktreeConfig true; git config --worktree core.pager evil',
	'a hook through its folder': 'rm -rf .git/hooks; mkdir .git/hooks; echo evil > .git/hooks/post-checkout',
	'a new hook': 'echo evil > .git/hooks/post-commit; chmod +x .git/hooks/post-commit',
	'.git moved away and made anew': 'mv .git old; mkdir -p .git/hooks; echo evil > .git/hooks/pre-commit',
	'a folder around protected files moved away':
		'mv packages old; mkdir -p packages/app; echo evil > packages/app/AGENTS.md',
	'.vscode moved away': 'mv .vscode old; mkdir .vscode; echo evil > .vscode/tasks.json',
	'another common folder for git': 'echo /tmp/evil > .git/commondir',
	'a protected link replaced': 'rm CLAUDE.md; echo evil > CLAUDE.md',
	'a protected link to a folder replaced': 'rm .gemini; mkdir .gemini; echo evil > .gemini/settings.json',
	'a link to a folder outside': 'ln -s "$OUT" way; echo evil > way/victim.txt',
	'a file outside': 'echo evil > "$OUT/victim.txt"',
	'a file outside by ..': 'echo evil > ../outside/victim.txt',
	'a file outside by a hard link': 'ln "$OUT/victim.txt" hard; echo evil > hard',
	'a new file outside': 'echo evil > "$OUT/new"',
	'a file outside made executable': 'chmod +x "$OUT/victim.txt"',
	'a start-up file in the home folder': 'echo evil >> ~/.bashrc',
	'a new start-up file in the home folder': 'echo evil > ~/.zshenv',
	'the home folder itself': 'mkdir -p ~/.config/autostart; echo evil > ~/.config/autostart/evil.desktop',
	'a key that will be trusted': 'mkdir -p ~/.ssh; echo evil > ~/.ssh/authorized_keys',
	'through the root of the shell': 'echo evil > /proc/self/root"$OUT"/victim.txt',
	'through the working folder of the shell': 'echo evil > /proc/self/cwd/../outside/victim.txt',
	'through a descriptor opened for reading': 'exec 7< "$OUT/victim.txt"; echo evil > /proc/self/fd/7',
	'through the folder of a descriptor': 'exec 7< "$OUT"; echo evil > /proc/self/fd/7/victim.txt',
	'with truncate': 'truncate -s 0 "$OUT/victim.txt"',
	'with dd': 'dd if=/dev/zero of="$OUT/victim.txt" bs=1 count=4',
	'with node': `"$NODE" -e 'fs.writeFileSync(process.env.OUT + "/victim.txt", "evil")'`,
	'with tar': 'mkdir t; echo evil > t/victim.txt; tar -C t -cf t.tar victim.txt; tar -C "$OUT" -xf t.tar',
	'with git in another folder': 'git init -q "$OUT/repository"',
	'from the background': '(echo evil > "$OUT/victim.txt") & wait',
	'a protected file by a hard link to it': 'ln AGENTS.md hard; echo evil > hard',
	'a protected file by a link to its folder': 'ln -s .vscode way; echo evil > way/tasks.json',
	'a protected file while a link on the way turns round': `(for i in {1..${TURNS}}; do ln -sfn /tmp way; ln -sfn "$PWD/.vscode" way; done) & for i in {1..${TURNS}}; do echo evil > way/tasks.json; done; wait; ln -sfn "$PWD/.vscode" way; echo evil > way/tasks.json`,
	'a folder for hooks while a link on the way turns round': `(for i in {1..${TURNS}}; do ln -sfn /tmp way; ln -sfn "$PWD/.git/hooks" way; done) & for i in {1..${TURNS}}; do echo evil > way/post-merge; done; wait; ln -sfn "$PWD/.git/hooks" way; echo evil > way/post-merge`,
	'a protected file through the root of the first process':
		'echo evil > /proc/1/root"$PWD"/AGENTS.md || echo evil > /proc/self/root"$PWD"/AGENTS.md',
	'a file outside through the working folder of the first process':
		'(cd /proc/1/cwd && echo evil > ./"$OUT"/victim.txt) || (cd /proc/self/cwd && echo evil > "$OUT/victim.txt")',
	'a file outside through a folder that was left':
		'mkdir deep; cd deep; rmdir ../deep; echo evil > "$OUT/victim.txt"',
}

/** Each prints something like `got out` when it succeeds. */
export const POWERS: Readonly<Record<string, string>> = {
	'mount a file system': 'mount -t tmpfs none "$OUT" && echo got out',
	'mount a folder over another': 'mount --bind . "$OUT" && echo got out',
	'make what is read-only writable': 'mount -o remount,rw / && echo got out',
	'uncover what is hidden': 'umount -l ~/.ssh && echo got out',
	'uncover a protected file': 'umount -l .git/config && echo got out',
	'make a user namespace': 'unshare -U -r true && echo got out',
	'make a mount namespace': 'unshare -m true && echo got out',
	'make a mount namespace as root': 'unshare -r -m sh -c "mount -o remount,rw / && echo got out"',
	'enter the namespaces of another process': 'nsenter -t 1 -m true && echo got out',
	'change the root folder': 'chroot / true && echo got out',
	'make a device': 'mknod sda b 8 0 && echo got out',
	'read a disk': 'for d in /dev/sd? /dev/vd? /dev/nvme?n? /dev/loop?; do [ -e "$d" ] && echo got out; done',
	'read memory': 'head -c 1 /dev/mem && echo got out; head -c 1 /proc/kcore && echo got out',
	'become another user': 'su nobody -s /bin/sh -c true && echo got out',
	'become root': 'sudo -n true && echo got out',
	'gain by a set-user-id program':
		'for p in mount su passwd; do grep -q "CapEff:\\s*0*[1-9a-f]" /proc/self/status && echo got out; done; grep -q "NoNewPrivs:\\s*1" /proc/self/status || echo got out',
	'give a file to somebody else': 'touch own; chown 12345 own && echo got out',
	'open a setting of the kernel for writing': '( exec 3>> /proc/sys/kernel/core_pattern ) && echo got out',
	'open another setting of the kernel for writing':
		'( exec 3>> /proc/sys/vm/overcommit_memory ) && echo got out; ( exec 3>> /proc/sysrq-trigger ) && echo got out',
	'open a setting of a device for writing':
		'find /sys -type f -writable 2>/dev/null | head -1 | grep . && ( exec 3>> "$(find /sys -type f -writable 2>/dev/null | head -1)" ) && echo got out',
	'write to a control group': 'mkdir /sys/fs/cgroup/evil && echo got out',
	'type on the terminal': `"$NODE" -e 'fs.openSync("/dev/tty", "r+")' && echo got out`,
	'remount a protected file': 'mount -o remount,bind,rw AGENTS.md && echo evil >> AGENTS.md && echo got out',
	'remount a hidden folder': 'mount -o remount,bind,rw ~/.ssh && echo got out',
	'remount the settings of the kernel': 'mount -o remount,rw /proc && echo got out',
	'take all mounts away': 'umount -a -l && echo got out; umount -l "$PWD" && echo got out',
	'mount a view of the processes outside': 'mkdir p; mount -t proc proc p && echo got out',
	'leave by another root folder': 'pivot_root . . && echo got out; chroot /proc/1/root true && echo got out',
	'make any other namespace': 'for n in -p -n -i -u -C; do unshare $n true && echo got out; done',
	'make a user namespace and one of mounts': 'unshare -U --map-current-user -m true && echo got out',
	'make a user namespace without unshare':
		"perl -e 'exit(syscall(272, 0x10000000) == 0 ? 0 : 1)' && echo got out",
	'enter a namespace of the first process':
		'for n in user mnt pid net; do nsenter --$n=/proc/1/ns/$n true && echo got out; done',
	'have more users':
		'echo "0 0 4294967295" > /proc/self/uid_map && echo got out; newuidmap $$ 0 0 1 && echo got out',
	'allow itself namespaces':
		'for f in /proc/sys/user/max_user_namespaces /proc/sys/kernel/pid_max; do echo 100000 > $f && echo got out; done',
	'move to another control group':
		'for f in $(find /sys/fs/cgroup -name cgroup.procs 2> /dev/null | head -50); do echo $$ > $f && echo got out; done',
	'put text on a terminal':
		'perl -e \'for my $t ("/dev/tty", "/dev/ptmx") { open(my $f, "+<", $t) or next; ioctl($f, 0x5412, my $c = "x") and print "got out\\n" }\'',
	'ask the kernel for the keys of the user':
		'perl -e \'syscall(250, 0, -3, 1) != -1 and print "got out\\n"\'',
	'reach the machine around this one': "perl -e 'exit(syscall(41, 40, 1, 0) >= 0 ? 0 : 1)' && echo got out",
	'reach the bus':
		'for s in /run/dbus/system_bus_socket /run/user/*/bus /var/run/docker.sock /run/containerd/containerd.sock; do [ -e $s ] && echo got out; done',
	'have a sandbox of its own that is wider':
		'bwrap --bind / / --dev /dev sh -c "echo evil > $OUT/victim.txt" && echo got out',
}

/** Each prints the canary when it succeeds. */
export const READS: Readonly<Record<string, string>> = {
	'a private key': 'cat ~/.ssh/id_ed25519',
	'a private key by a link': 'ln -sf ~/.ssh/id_ed25519 k; cat k',
	'cloud credentials': 'cat ~/.aws/credentials',
	'a login for the network': 'cat ~/.netrc',
	'a token of a registry': 'cat ~/.npmrc; cat ~/.cargo/credentials.toml',
	'a token of a forge': 'cat ~/.config/gh/hosts.yml',
	'a history': 'cat ~/.bash_history',
	'the cookies of a browser': 'cat ~/.mozilla/firefox/cookies.sqlite',
	"Keelson's own credentials": 'cat ~/.config/keelson/credentials.json',
	'a token in a cache': 'cat ~/.cache/huggingface/token',
	'what only its owner may read': 'cat ~/.nobody-named-it/login',
	'everything there is': 'grep -rs canary ~ || true',
	'a secret through a link in /proc': 'cat /proc/self/root"$HOME"/.netrc /proc/1/root"$HOME"/.netrc',
	'a secret by a hard link': 'ln ~/.netrc hard; cat hard',
	'the environment of other processes': 'cat /proc/[0-9]*/environ | tr "\\0" "\\n"',
	'the files of other processes': 'cat /proc/[0-9]*/root"$HOME"/.netrc',
}

function each(
	paths: readonly string[],
	tries: (path: string) => Record<string, string>,
): Readonly<Record<string, string>> {
	return Object.assign({}, ...paths.map(tries))
}
