// Event choices: which stored events a reader of logs looks into, said in one table for each of them. For readers that
// choose before a line is decoded; a fold over events says it in the cases of its switch.

import type { StoredEvent } from './events.ts'

/** Held complete by the compiler: a new event has to be decided in each table. */
export type EventChoice = Readonly<Record<StoredEvent['type'], boolean>>

export type ChosenEvent<Choice extends EventChoice> = Extract<StoredEvent, { type: ChosenType<Choice> }>

type ChosenType<Choice extends EventChoice> = {
	[Type in keyof EventChoice]: Choice[Type] extends true ? Type : never
}[keyof EventChoice]

/** @param choice - declared `as const`, else nothing is known of the event that was chosen */
export function isChosen<Choice extends EventChoice>(
	choice: Choice,
	event: StoredEvent,
): event is ChosenEvent<Choice> {
	return choice[event.type]
}

export function chosenTypes(choice: EventChoice): readonly StoredEvent['type'][] {
	const isChosenType = (type: string): type is StoredEvent['type'] =>
		Object.entries(choice).some(([name, chosen]) => chosen && name === type)
	return Object.keys(choice).filter(isChosenType)
}
