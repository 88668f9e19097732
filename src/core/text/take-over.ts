// What a busy session's error says where its process cannot be seen, and whoever offers the way out looks for.

export const TAKE_OVER_FLAG = '--take-over'

/** @param message - of a `session-busy` */
export function canBeTakenOver(message: string): boolean {
	return message.includes(TAKE_OVER_FLAG)
}
