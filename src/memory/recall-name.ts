// The name of the recall tool, for who meets it where the tool is not: in old logs, and in what a compaction says.

export const RECALL = 'recall'
