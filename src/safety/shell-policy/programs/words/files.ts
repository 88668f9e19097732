// What programs do that change files, processes and the machine they run on.

import { type Deeds, eachOf, hasFlag, IN_PLACE } from './deed.ts'

export const FILE_DEEDS: Readonly<Record<string, Deeds>> = {
	...eachOf('rm unlink trash', 'deletes files'),
	rmdir: 'deletes empty folders',
	shred: 'overwrites files, and what was in them is gone',
	mv: 'moves or renames files',
	...eachOf('cp install ditto', 'copies files'),
	ln: 'makes a link',
	mkdir: 'makes folders',
	touch: 'makes files, or changes their times',
	truncate: 'cuts files off, or fills them up',
	tee: 'writes its input to files',
	dd: 'copies data into a file or onto a device',
	patch: 'changes files by a patch',
	...eachOf('chmod chown chgrp setfacl', 'changes who may do what with files'),
	sed: call => (hasFlag(call, IN_PLACE) ? 'changes files where they are' : undefined),
	sort: call => (hasFlag(call, /^(?:-[a-zA-Z]*o|--output)/) ? 'sorts into a file' : undefined),
	...eachOf('tar bsdtar', call => {
		const how = call.words[0] ?? ''
		if (hasFlag(call, /^(?:--extract|--get|-[a-zA-Z]*x)/) || /^[a-zA-Z]*x/.test(how))
			return 'unpacks an archive'
		return hasFlag(call, /^(?:--create|-[a-zA-Z]*c)/) || /^[a-zA-Z]*c/.test(how)
			? 'packs files into an archive'
			: undefined
	}),
	...eachOf('unzip gunzip bunzip2 unxz unzstd unrar', 'unpacks files'),
	...eachOf('zip gzip bzip2 xz zstd', 'packs or unpacks files'),
	...eachOf('7z 7za rar', 'packs or unpacks files'),
	...eachOf('kill pkill killall', 'ends processes'),
	...eachOf('systemctl service launchctl', 'starts, stops or changes services of this machine'),
	...eachOf('open xdg-open', 'opens something in another program'),
	...eachOf('vi vim nvim nano emacs code subl', 'opens an editor'),
	...eachOf('source .', ({ operands: [file] }) =>
		file === undefined ? undefined : `runs ${file} in this shell`,
	),
}
