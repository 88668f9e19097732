// Tool calls that a model wrote into its answer, because its server does not know how it makes them: one row for each
// dialect in which models are known to do so, with how it is seen and how it is read. Pure.

import { NAME } from './call-forms.ts'
import { type DialectReader, headed, marked, reAct } from './dialect-readers.ts'

export type CallDialect = {
	name: string
	example: string
	/** What it may begin with, as far as it is always the same. */
	marks: readonly string[]
	/** From the mark on, as far as it must look to be a call and not a word about one. Sought where a sentence may end. */
	opening: RegExp
	/** What begins with a mark, and may still become the opening, where that does not say so itself by ending with `$`. */
	begun?: RegExp
	/** What ends it, the last of them. Without one it ends with its last bracket. */
	closing?: RegExp
	/** The mark belongs to nothing but this dialect, so that it also counts in an answer that was to be JSON. */
	isMarked: boolean
	/** Only a call of a tool that there is counts. */
	isOfferedOnly?: true
	/** Reads the calls of a text that begins with the opening. */
	read: DialectReader
}

const HARMONY_HEAD = new RegExp(
	`(?:<\\|start\\|>)?(?:assistant)?\\s*(?:<\\|channel\\|>)?\\s*(?:commentary|analysis)?\\s*to=(${NAME})\\s*(?:<\\|channel\\|>\\s*(?:commentary|analysis))?\\s*(?:<\\|constrain\\|>\\s*)?(?:json|code)?\\s*(?:<\\|message\\|>)?\\s*(?=\\{)`,
)

const DEEPSEEK_HEAD = new RegExp(
	`(?:<[｜|]tool[▁ ]calls?[▁ ]begin[｜|]>\\s*)+(?:function\\s*<[｜|]tool[▁ ]sep[｜|]>)?\\s*(${NAME})\\s*(?:<[｜|]tool[▁ ]sep[｜|]>)?\\s*(?:\`\`\`(?:json)?\\s*)?(?=\\{)`,
)

const KIMI_HEAD = new RegExp(
	`(?:<\\|tool_calls?(?:_section)?_begin\\|>\\s*)+(${NAME})\\s*(?:<\\|tool_call_argument_begin\\|>)?\\s*(?=\\{)`,
)

export const CALL_DIALECTS: readonly CallDialect[] = [
	{
		name: 'Hermes and Qwen, <tool_call>',
		example: '<tool_call>\n{"name": "read", "arguments": {"path": "a.ts"}}\n</tool_call>',
		marks: ['<tool_call>', '<tool_calls>', '<function_call>', '<toolcall>', '<TOOLCALL>'],
		opening: /<(?:tool_calls?|function_call|toolcall|TOOLCALL)>(?=\s*(?:[{[]|<function=|$))/,
		closing: /<\/(?:tool_calls?|function_call|toolcall|TOOLCALL)>/,
		begun: /^<\w+>\s*(?:<[a-z]*)?$/,
		isMarked: true,
		read: marked(
			/<(?:tool_calls?|function_call|toolcall|TOOLCALL)>/,
			/<\/(?:tool_calls?|function_call|toolcall|TOOLCALL)>/,
		),
	},
	{
		name: 'Qwen Coder, <function=…>',
		example: '<function=read>\n<parameter=path>\na.ts\n</parameter>\n</function>\n</tool_call>',
		marks: ['<function='],
		opening: new RegExp(`<function=${NAME}(?:>|$)`),
		closing: /<\/(?:function|tool_call)>/,
		begun: /^<function=[\w.:/-]*$/,
		isMarked: true,
		read: marked(/(?=<function=)/, /<\/tool_call>/),
	},
	{
		name: 'GLM, <tool_call>name<arg_key>',
		example: '<tool_call>read\n<arg_key>path</arg_key>\n<arg_value>a.ts</arg_value>\n</tool_call>',
		marks: ['<tool_call>'],
		opening: new RegExp(`<tool_call>\\s*${NAME}\\s*(?=<arg_key>|</tool_call>|\\(|\\{|$)`),
		closing: /<\/tool_call>/,
		begun: /^<tool_call>\s*[\w.:/-]*\s*(?:<[a-z_/]*)?$/,
		isMarked: true,
		read: marked(/<tool_call>/, /<\/tool_call>/),
	},
	{
		name: 'Llama, <|python_tag|>',
		example: '<|python_tag|>{"name": "read", "parameters": {"path": "a.ts"}}<|eom_id|>',
		marks: ['<|python_tag|>'],
		opening: /<\|python_tag\|>(?=\s*(?:[{[]|[\w.]+(?:\(|$)|import\b|from\b|print\b|$))/,
		begun: /^<\|python_tag\|>\s*[\w.]*$/,
		isMarked: true,
		read: marked(/<\|python_tag\|>/, /<\|eo[mt]_id\|>/),
	},
	{
		name: 'Mistral, [TOOL_CALLS]',
		example: '[TOOL_CALLS][{"name": "read", "arguments": {"path": "a.ts"}}]',
		marks: ['[TOOL_CALLS]'],
		opening: new RegExp(`\\[TOOL_CALLS\\](?=\\s*(?:[[{]|${NAME}\\s*(?:\\{|\\[(?:ARGS|CALL_ID)\\]|$)|$))`),
		begun: /^\[TOOL_CALLS\]\s*[\w.:/-]*\s*(?:\[[A-Z_]*)?$/,
		isMarked: true,
		read: marked(/\[TOOL_CALLS\]/),
	},
	{
		name: 'LFM2, <|tool_call_start|>',
		example: '<|tool_call_start|>[read(path="a.ts")]<|tool_call_end|>',
		marks: ['<|tool_call_start|>'],
		opening: /<\|tool_call_start\|>/,
		closing: /<\|tool_call_end\|>/,
		isMarked: true,
		read: marked(/<\|tool_call_start\|>/, /<\|tool_call_end\|>/),
	},
	{
		name: 'phi-4 and Granite, <|tool_call|>',
		example: '<|tool_call|>[{"name": "read", "arguments": {"path": "a.ts"}}]<|/tool_call|>',
		marks: ['<|tool_call|>'],
		opening: /<\|tool_call\|>(?=\s*(?:[{[]|$))/,
		isMarked: true,
		read: marked(/<\|tool_call\|>/, /<\|?\/tool_call\|>/),
	},
	{
		name: 'phi-4, functools',
		example: 'functools[{"name": "read", "arguments": {"path": "a.ts"}}]',
		marks: ['functools'],
		opening: /functools\s*\[(?=\s*\{)/,
		begun: /^functools\s*(?:\[\s*)?$/,
		isMarked: true,
		read: marked(/functools/),
	},
	{
		name: 'Gemma, <|tool_call>call:',
		example: '<|tool_call>call:read{path:<|"|>a.ts<|"|>}<tool_call|>',
		marks: ['<|tool_call>', '<start_function_call>'],
		opening: new RegExp(`<(?:\\|tool_call|start_function_call)>\\s*call:${NAME}\\s*(?:\\{|$)`),
		closing: /<(?:tool_call\||end_function_call)>/,
		begun: /^<(?:\|tool_call|start_function_call)>\s*(?:c|ca|cal|call|call:[\w.:/-]*\s*)?$/,
		isMarked: true,
		read: marked(/<(?:\|tool_call|start_function_call)>/, /<(?:tool_call\||end_function_call)>/),
	},
	{
		name: 'gpt-oss harmony, <|channel|>commentary',
		example: '<|channel|>commentary to=functions.read <|constrain|>json<|message|>{"path":"a.ts"}<|call|>',
		marks: [
			'<|start|>assistant',
			'<|channel|>',
			'assistantcommentary',
			'assistantanalysis',
			'assistant<|channel|>',
			'assistant to=functions.',
			'assistantto=functions.',
			'commentary to=',
			'commentaryto=',
			'analysis to=',
			'analysisto=',
			'to=functions.',
		],
		opening: new RegExp(
			`(?:<\\|start\\|>)?(?:assistant)?(?:<\\|channel\\|>\\s*(?:commentary|analysis)\\s+to=${NAME}|(?:commentary|analysis)\\s*to=functions\\.${NAME}|(?:assistant\\s{0,4})?to=functions\\.${NAME}\\s{0,4}(?:<\\|channel\\|>|$))`,
		),
		begun:
			/^(?:<\|start\|>)?(?:assistant\s{0,4})?(?:<\|channel\|>)?\s*[a-z]{0,10}\s*(?:to?|to=[\w.:/-]*\s{0,4}(?:<[|a-z>]*)?)?$/,
		isMarked: true,
		read: headed(HARMONY_HEAD, /\s*<\|(?:call|end)\|>/),
	},
	{
		name: 'DeepSeek, <｜tool▁calls▁begin｜>',
		example:
			'<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>read\n```json\n{"path": "a.ts"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
		marks: ['<｜tool', '<|tool▁', '<|tool call'],
		opening: /(?:<[｜|]tool[▁ ]calls?[▁ ]begin[｜|]>\s{0,4})+/,
		closing: /<[｜|]tool[▁ ]calls?[▁ ]end[｜|]>/,
		begun: /^<[｜|]tool[▁ a-z]*[｜|]?$/,
		isMarked: true,
		read: headed(DEEPSEEK_HEAD, /\s*(?:```)?(?:\s*<[｜|]tool[▁ ]calls?[▁ ]end[｜|]>)*/),
	},
	{
		name: 'DeepSeek, <｜DSML｜function_calls>',
		example:
			'<｜DSML｜function_calls>\n<｜DSML｜invoke name="read">\n<｜DSML｜parameter name="path" string="true">a.ts</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
		marks: ['<｜DSML｜', '<|DSML|'],
		opening: /<[｜|]DSML[｜|](?:function_calls|tool_calls|invoke\b[^>]*)>/,
		closing: /<\/[｜|]DSML[｜|](?:function_calls|tool_calls|invoke)>/,
		begun: /^<[｜|]DSML[｜|][^<>\n]{0,80}$/,
		isMarked: true,
		read: marked(
			/(?:<[｜|]DSML[｜|](?:function_calls|tool_calls)>)?/,
			/<\/[｜|]DSML[｜|](?:function_calls|tool_calls)>/,
		),
	},
	{
		name: 'Kimi, <|tool_calls_section_begin|>',
		example:
			'<|tool_calls_section_begin|><|tool_call_begin|>functions.read:0<|tool_call_argument_begin|>{"path": "a.ts"}<|tool_call_end|><|tool_calls_section_end|>',
		marks: ['<|tool_call_', '<|tool_calls_'],
		opening: /(?:<\|tool_calls?(?:_section)?_begin\|>\s{0,4})+/,
		closing: /<\|tool_calls?(?:_section)?_end\|>/,
		begun: /^<\|tool_call[a-z_]*\|?$/,
		isMarked: true,
		read: headed(KIMI_HEAD, /(?:\s*<\|tool_calls?(?:_section)?_end\|>)*/),
	},
	{
		name: 'MiniMax and Seed, <minimax:tool_call>',
		example:
			'<minimax:tool_call>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</minimax:tool_call>',
		marks: ['<minimax:tool_call>', '<seed:tool_call>'],
		opening: /<(?:minimax|seed):tool_call>(?=\s*(?:[{[<]|$))/,
		closing: /<\/(?:minimax|seed):tool_call>/,
		isMarked: true,
		read: marked(/<(?:minimax|seed):tool_call>/, /<\/(?:minimax|seed):tool_call>/),
	},
	{
		name: '<function_calls><invoke>',
		example:
			'<function_calls>\n<invoke name="read">\n<parameter name="path">a.ts</parameter>\n</invoke>\n</function_calls>',
		marks: ['<function_calls>', '<invoke ', '<antml:function_calls>', '<antml:invoke '],
		opening: /<(?:antml:)?(?:function_calls>(?=\s*(?:[{[<]|$))|invoke\s+name=["'][^"'\n]*(?:["']>|$))/,
		closing: /<\/(?:(?:antml:)?(?:function_calls|invoke)|(?:minimax|seed):tool_call)>/,
		begun: /^<(?:antml:)?invoke\s[^<>\n]{0,80}$/,
		isMarked: true,
		read: marked(
			/(?:<(?:antml:)?function_calls>)?/,
			/<\/(?:(?:antml:)?function_calls|(?:minimax|seed):tool_call)>/,
		),
	},
	{
		name: 'InternLM, <|action_start|>',
		example: '<|action_start|><|plugin|>{"name": "read", "parameters": {"path": "a.ts"}}<|action_end|>',
		marks: ['<|action_start|>'],
		opening: /<\|action_start\|>/,
		closing: /<\|action_end\|>/,
		isMarked: true,
		read: marked(/<\|action_start\|>\s*(?:<\|(?:plugin|interpreter)\|>)?/, /<\|action_end\|>/),
	},
	{
		name: 'Command, <|START_ACTION|>',
		example:
			'<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read", "parameters": {"path": "a.ts"}}]<|END_ACTION|>',
		marks: ['<|START_ACTION|>'],
		opening: /<\|START_ACTION\|>(?=\s*(?:[{[]|$))/,
		closing: /<\|END_ACTION\|>/,
		isMarked: true,
		read: marked(/<\|START_ACTION\|>/, /<\|END_ACTION\|>/),
	},
	{
		name: 'ReAct, Action and Action Input',
		example: 'Thought: I should look.\nAction: read\nAction Input: {"path": "a.ts"}',
		marks: ['Action:', '**Action:'],
		opening: new RegExp(
			`(?:\\*\\*)?Action:(?:\\*\\*)?[ \\t]*\`?(${NAME})\`?[ \\t]*[\\r\\n]+(?:\\*\\*)?Action[ _]Input:`,
		),
		begun: /^(?:\*\*)?Action:(?:\*\*)?[ \t]*`?[\w.:/-]*`?[ \t]*(?:[\r\n]+(?:\*\*)?[A-Za-z _]{0,12})?$/,
		isMarked: true,
		read: reAct,
	},
	{
		name: 'pythonic, [name(key=value)]',
		example: '[read(path="a.ts")]',
		marks: ['['],
		opening: new RegExp(`\\[(${NAME})\\((?=\\s*(?:[A-Za-z_]\\w*\\s*=|\\)))`),
		begun: new RegExp(`^\\[(?:${NAME}(?:\\(\\s*(?:[A-Za-z_]\\w*)?\\s*)?)?$`),
		isMarked: false,
		isOfferedOnly: true,
		read: marked(/(?=\[)/),
	},
]
