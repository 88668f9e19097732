// Stop words: grammar, and the small talk between a user and an agent.

export function isStopWord(word: string): boolean {
	return STOP_WORDS.has(word)
}

const STOP_WORDS: ReadonlySet<string> = new Set(
	`a about above after again against all already also am an and any anyone anything are aren as at away be because been
	before being below between both but by came can cannot could couldn did didn do does doesn doing don done down
	during each either else enough ever every everything few for from further get gets getting give given gives go
	goes going gone got had hadn has hasn have haven having he hello her here hers hi him his how however i if in
	into is isn it its itself just kind let lets like ll look looks made make makes making many may maybe me might
	mine more most much must my myself need needs neither never no nor not nothing now of off ok okay on once one only
	or other our ours out over own perhaps please put quite rather re really s same see seems seen shall she should
	shouldn since so some someone something sort still such sure t take tell than thank thanks that the their theirs
	them then there these they thing things think this those though through to too under until up us use used uses
	using ve very want wanted wants was wasn way we well went were weren what whatever when where whether which while
	who whom whose why will with within without won would wouldn yes yet you your yours yourself continue proceed
	remember recall hey great good nice right exactly actually currently today explain show find know mean say said
	saying go next`
		.split(/\s+/)
		.filter(word => word !== ''),
)
