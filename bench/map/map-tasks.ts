// Tasks for measuring the repository map: sentences from the change logs of released packages, and the file that each
// of them is about. They were written down before the map was first run on any of these packages.

export type MapTask = { task: string; file: string }

export type MapPackage = {
	name: string
	language: string
	/** A source package of Debian bookworm, or one of npm's. */
	from: { debian: string } | { npm: string }
	/** What upstream does not keep in its repository. */
	without?: readonly string[]
	tasks: readonly MapTask[]
}

export const MAP_PACKAGES: readonly MapPackage[] = [
	{
		name: 'tmux 3.3a',
		language: 'C',
		from: { debian: 'tmux' },
		tasks: [
			{
				task: 'Do not crash when run-shell produces output from a config file.',
				file: 'cmd-run-shell.c',
			},
			{ task: 'Emit window-layout-changed on swap-pane.', file: 'cmd-swap-pane.c' },
			{ task: 'Better error reporting when applying custom layouts.', file: 'layout-custom.c' },
			{ task: 'Do not allow pipe-pane on dead panes.', file: 'cmd-pipe-pane.c' },
			{
				task: 'Do not report mouse positions (incorrectly) above the maximum of 223 in normal mouse mode.',
				file: 'input-keys.c',
			},
			{ task: 'Add formats for client and server UID and user.', file: 'format.c' },
			{
				task: 'With split-window -f use percentages of window size not pane size.',
				file: 'cmd-split-window.c',
			},
			{
				task: 'Add an option (scroll-on-clear) to control if tmux scrolls into history on clear.',
				file: 'screen-write.c',
			},
			{
				task: 'Do not unintentionally turn off all mouse mode when button mode is also present.',
				file: 'tty.c',
			},
		],
	},
	{
		name: 'restic 0.14.0',
		language: 'Go',
		from: { debian: 'restic' },
		tasks: [
			{ task: 'The diff command incorrectly listed some files as added', file: 'cmd/restic/cmd_diff.go' },
			{
				task: 'The stats command miscalculated restore size for multiple snapshots',
				file: 'cmd/restic/cmd_stats.go',
			},
			{
				task: 'Limit number of key files tested while opening a repository',
				file: 'internal/repository/key.go',
			},
			{
				task: 'Allow use of SAS token to authenticate to Azure',
				file: 'internal/backend/azure/azure.go',
			},
			{
				task: 'Directory sync errors for repositories accessed via SMB',
				file: 'internal/backend/local/local.go',
			},
			{
				task: 'Make snapshot directory structure of mount command customizable',
				file: 'internal/fuse/snapshots_dirstruct.go',
			},
			{ task: 'Validate exclude patterns before backing up', file: 'cmd/restic/exclude.go' },
			{
				task: 'Optimize memory usage for directories with many files',
				file: 'internal/archiver/tree_saver.go',
			},
			{ task: 'Yield error on invalid policy to forget', file: 'cmd/restic/cmd_forget.go' },
			{ task: 'Optimize handling of duplicate blobs in prune', file: 'cmd/restic/cmd_prune.go' },
		],
	},
	{
		name: 'rich 13.3.1',
		language: 'Python',
		from: { debian: 'rich' },
		tasks: [
			{ task: 'Fixed truecolor to eight bit color conversion', file: 'rich/color.py' },
			{ task: 'Added `encoding` parameter in `Theme.read`', file: 'rich/theme.py' },
			{ task: 'Fixed wrong filenames in Jupyter tracebacks', file: 'rich/traceback.py' },
			{
				task: 'Fixed issue with Segment.split_cells for mixed single and double cell widths',
				file: 'rich/segment.py',
			},
			{
				task: "Improved detection of `attrs` library, that isn't confused by the presence of the `attr` library.",
				file: 'rich/pretty.py',
			},
			{
				task: '`progress.track` now supports deriving total from `__length_hint__`',
				file: 'rich/progress.py',
			},
			{ task: 'Reversed `pre` and `code` tags in base HTML format', file: 'rich/_export_format.py' },
			{ task: 'Fix edges used in first row of tables when `show_header=False`', file: 'rich/table.py' },
			{ task: 'Handling of broken `fileno` made more robust', file: 'rich/_fileno.py' },
			{ task: 'Fix text wrapping edge case', file: 'rich/_wrap.py' },
		],
	},
	{
		name: 'rxjs 7.8.1',
		language: 'TypeScript',
		from: { npm: 'rxjs@7.8.1' },
		without: ['dist'],
		tasks: [
			{
				task: 'asapScheduler: No longer stops after scheduling twice during flush',
				file: 'src/internal/scheduler/AsapAction.ts',
			},
			{
				task: 'throttle: properly handle default ThrottleConfig values',
				file: 'src/internal/operators/throttle.ts',
			},
			{
				task: 'ajax: crossDomain flag deprecated and properly reported to consumers',
				file: 'src/internal/ajax/ajax.ts',
			},
			{
				task: 'WebSocketSubject: handle slow WebSocket close',
				file: 'src/internal/observable/dom/WebSocketSubject.ts',
			},
			{
				task: 'no longer results in a bad-state observable in an edge case where a synchronous source was shared and refCounted, and the result is subscribed to twice in a row synchronously',
				file: 'src/internal/operators/share.ts',
			},
			{
				task: 'forEach: properly unsubs after error in next handler',
				file: 'src/internal/Observable.ts',
			},
			{
				task: 'forkJoin: now finalizes sources before emitting',
				file: 'src/internal/observable/forkJoin.ts',
			},
			{
				task: 'allow interop with Monio and other libraries that patch function bind',
				file: 'src/internal/Subscriber.ts',
			},
			{
				task: 'observeOn: release action references on teardown',
				file: 'src/internal/operators/observeOn.ts',
			},
		],
	},
	{
		name: 'composer 2.5.5',
		language: 'PHP',
		from: { debian: 'composer' },
		tasks: [
			{
				task: 'Fixed basic auth failures resulting in infinite retry loop',
				file: 'src/Composer/Util/AuthHelper.php',
			},
			{ task: 'Fixed GitHub rate limit reporting', file: 'src/Composer/Util/GitHub.php' },
			{
				task: 'Fixed issue displaying solver problems with branch names containing `%` signs',
				file: 'src/Composer/DependencyResolver/Problem.php',
			},
			{
				task: 'Fixed race condition in cache validity detection when running Composer highly concurrently',
				file: 'src/Composer/Cache.php',
			},
			{
				task: 'Fixed extra.plugin-optional support in PluginInstaller when doing pre-install checks',
				file: 'src/Composer/Installer/PluginInstaller.php',
			},
			{
				task: 'Fixed archive command including an existing archive into itself if run repeatedly',
				file: 'src/Composer/Package/Archiver/ArchiveManager.php',
			},
			{
				task: 'Fixed ClassLoader regression which made it fail if serialized (e.g. within PHPUnit process isolation)',
				file: 'src/Composer/Autoload/ClassLoader.php',
			},
			{
				task: 'Fixed URL sanitizer to handle new GitHub personal access tokens format',
				file: 'src/Composer/Util/Url.php',
			},
			{
				task: 'Added hard failure (throw) if COMPOSER_AUTH is present and malformed JSON',
				file: 'src/Composer/Factory.php',
			},
			{
				task: 'Fixed cache write failures when the cache dir gets removed during a composer run',
				file: 'src/Composer/Cache.php',
			},
			{
				task: 'Fixed preg type error in svn version guessing',
				file: 'src/Composer/Package/Version/VersionGuesser.php',
			},
			{
				task: 'Added hard failure when installing from a lock file which does not satisfy the composer.json requirements',
				file: 'src/Composer/Installer.php',
			},
		],
	},
]
