// What has taken the whole window. It stays mounted while a question covers it.

import { Box } from 'ink'
import type { OpenedList } from './DialogArea.tsx'
import type { WindowProps } from './slash-command/surface.ts'

export function OpenedWindow({ opened, ...props }: WindowProps & { opened: OpenedList | undefined }) {
	if (opened?.kind !== 'window') return null
	return (
		<Box key={opened.id} display={props.isActive ? 'flex' : 'none'} flexDirection="column">
			{opened.render(props)}
		</Box>
	)
}
