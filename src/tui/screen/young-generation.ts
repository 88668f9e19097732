// The young generation, where V8 puts what is new: how large it is while there is a screen. V8 makes it larger whenever as
// much as it holds has outlived a collection since the last time, so every program that goes on for long ends with the
// largest there is (32 MiB, twice that in newer ones), however little of it is alive at once. A frame leaves about a
// megabyte behind and keeps next to nothing.

import { setFlagsFromString } from 'node:v8'

/** As large as a start has made it, which is some megabytes. @returns what lets it grow again */
export function holdYoungGeneration(): () => void {
	setFlagsFromString('--semi-space-growth-factor=1')
	return () => setFlagsFromString('--semi-space-growth-factor=2')
}
