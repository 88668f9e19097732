// A theme that paints nothing, for tests that are about the words.

import type { Theme } from '../../../src/tui/text/theme.ts'

export const PLAIN: Theme = { paint: text => text, borderColor: () => undefined }
