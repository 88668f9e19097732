// Waiting for what another process does, or a disk, where nothing tells that it has been done.

/** Between two looks. Whoever looks without a pause takes the time from what is waited for. */
export function nextLook(): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, 5))
}
