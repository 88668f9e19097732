// Which texts are worth a vector, as a condition of a query.

/** Of a text `c`. */
export function worth(condition: string): string {
	return `exists (select from keelson.memory_passage p
		where p.app = $1 and p.usr = $2 and p.content = c.id and (${condition}))`
}
